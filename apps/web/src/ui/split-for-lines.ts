/** So long a part may be before it is broken within: as much as a narrow column holds. */
const LONGEST = 18
const BEHIND_MARKS = /(?<=[@./_\-:+=?&])(?=[^@./_\-:+=?&])/

/**
 * The parts of a name or an address between which a line may end: after its marks, so that words stay whole. Only a part
 * that is too long for a column is broken within.
 */
export function splitForLines(text: string): string[] {
  if (text === '') return []
  return text
    .split(BEHIND_MARKS)
    .flatMap((part) =>
      part.length <= LONGEST || part.includes(' ')
        ? [part]
        : Array.from({ length: Math.ceil(part.length / LONGEST) }, (_, n) =>
            part.slice(n * LONGEST, (n + 1) * LONGEST),
          ),
    )
}
