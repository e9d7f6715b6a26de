import { setImmediate as letOthersGo } from 'node:timers/promises'

/**
 * A long list in parts of so many, between which others have the thread: a transaction of an embedded database has it from
 * its first statement to its last, and one call may bring twenty thousand people.
 */
export async function* inTurns<Item>(items: readonly Item[], atOnce: number): AsyncGenerator<Item[]> {
  for (let from = 0; from < items.length; from += atOnce) {
    if (from > 0) await letOthersGo()
    yield items.slice(from, from + atOnce)
  }
}
