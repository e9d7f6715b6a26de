/** Where a search begins and ends. */
export interface SearchRange {
  first: number
  most: number
  /** The answer is right to this share of it. */
  precision: number
}

const GROWTH = 1.5

/**
 * The highest number that holds, found by trying: up from the first until one does not hold, or down until one does,
 * then between the two. 0 when none does.
 */
export async function findHighest(
  { first, most, precision }: SearchRange,
  holds: (count: number) => Promise<boolean>,
): Promise<number> {
  let low = 0
  let high = Number.POSITIVE_INFINITY
  let next = first
  while (next > 0 && high - low > Math.max(1, low * precision)) {
    if (await holds(next)) low = next
    else high = next
    if (low === most) break
    next = nextTry({ low, high, most })
  }
  return low
}

function nextTry({ low, high, most }: { low: number; high: number; most: number }): number {
  if (high === Number.POSITIVE_INFINITY) return Math.min(most, Math.ceil(low * GROWTH))
  return Math.floor((low + high) / 2)
}
