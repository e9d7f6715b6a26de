/** How many entries of a collection are indexed together; the last part has the rest. */
export const PART_ENTRIES = 4_096
