/** Fewer characters that two texts have in common are an accident. */
const LEAST = 8
const MOST = 10_000

/** How many characters at the beginning of a chunk repeat the end of the one before. */
export function overlapOf(before: string | undefined, text: string): number {
  if (before === undefined) return 0
  const longest = Math.min(before.length, text.length, MOST)
  for (let length = longest; length >= LEAST; length -= 1) {
    if (before.endsWith(text.slice(0, length))) return length
  }
  return 0
}
