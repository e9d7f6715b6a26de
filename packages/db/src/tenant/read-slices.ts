import { setImmediate as letOthersGo } from 'node:timers/promises'

/**
 * Reads at most `most` rows, `atOnce` at a time, and lets others have the thread in between. `read` gives the rows
 * behind the last one, and fewer than it was asked for only at the end.
 */
export async function readSlices<Row>(
  { most, atOnce }: { most: number; atOnce: number },
  read: (limit: number, last: Row | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  for (;;) {
    const limit = Math.min(atOnce, most - all.length)
    const slice = await read(limit, all.at(-1))
    all.push(...slice)
    if (slice.length < limit || all.length >= most) return all
    await letOthersGo()
  }
}
