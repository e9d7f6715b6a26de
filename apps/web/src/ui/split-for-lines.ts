/** So long a part may be before it is broken within: as much as a narrow column holds. */
const LONGEST = 18
const PARTS = /[^@./_\-:+=?&]*[@./_\-:+=?&]+|[^@./_\-:+=?&]+/g

/**
 * The parts of a name or an address between which a line may end: after its marks, so that words stay whole. Only a part
 * that is too long for a column is broken within.
 */
export function splitForLines(text: string): string[] {
  const parts = text.match(PARTS) ?? []
  return parts.flatMap((part) =>
    part.length <= LONGEST || part.includes(' ')
      ? [part]
      : Array.from({ length: Math.ceil(part.length / LONGEST) }, (_, n) =>
          part.slice(n * LONGEST, (n + 1) * LONGEST),
        ),
  )
}
