/**
 * A line that can stand between the parts of a form: none of its texts holds it. The same for the same texts, so that a
 * request that is made anew is the same; found in one pass, whatever a text holds.
 */
export function chooseBoundary(texts: readonly string[]): string {
  const taken = new Set<number>()
  for (const text of texts) {
    for (const [, number] of text.matchAll(/part-of-a-form-(\d{1,9})-end/g)) taken.add(Number(number))
  }
  let free = 0
  while (taken.has(free)) free += 1
  return `part-of-a-form-${free}-end`
}
