/**
 * Places of a longest part of the list that rises, in order; `isBelow(a, b)` says whether a stands before b.
 * n log n comparisons.
 */
export function longestRising<T>(list: readonly T[], isBelow: (a: T, b: T) => boolean): number[] {
  /** `ends[k]`: the place of the lowest item with which a rising part of k + 1 items can end. */
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [place, item] of list.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      const end = list[ends[middle] ?? 0]
      if (end !== undefined && isBelow(end, item)) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? undefined : ends[low - 1])
    ends[low] = place
  }
  const places: number[] = []
  for (let place = ends.at(-1); place !== undefined; place = before[place]) places.push(place)
  return places.reverse()
}
