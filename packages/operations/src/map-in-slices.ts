import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** Longest time for which the thread is held at once, in milliseconds; one item that takes longer is not cut. */
const SLICE_MS = 8

/** Maps a list as \`Array.map\` does, and lets others have the thread in between where that takes long. */
export async function mapInSlices<Item, Mapped>(
  items: readonly Item[],
  map: (item: Item) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  let begun = performance.now()
  for (const item of items) {
    if (performance.now() - begun > SLICE_MS) {
      await yieldToOthers()
      begun = performance.now()
    }
    mapped.push(map(item))
  }
  return mapped
}
