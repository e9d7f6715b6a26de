/** How long work holds the thread, in ms, before others get their turn. */
const TURN_MS = 8

/** Work that is done step by step: each thing that it gives is one, and undefined is one that gives nothing. */
export type Steps<Item> = Iterable<Item | undefined>

/**
 * Does work that may be long, such as cutting the text of a whole file, and lets others have their turn in between: a
 * server has one thread for all. Gives what came, in its order.
 */
export async function gatherInTurns<Item>(steps: Steps<Item>): Promise<Item[]> {
  const found: Item[] = []
  let until = performance.now() + TURN_MS
  for (const item of steps) {
    if (item !== undefined) found.push(item)
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve))
    until = performance.now() + TURN_MS
  }
  return found
}

/** The same of work that gives one thing, such as a page that is read. @throws Error where it gave none */
export async function gatherOne<Item>(steps: Steps<Item>): Promise<Item> {
  const [item] = await gatherInTurns(steps)
  if (item === undefined) throw new Error('Work that gives one thing gave none')
  return item
}

/** The same at once, for what is short. */
export function gather<Item>(steps: Steps<Item>): Item[] {
  const found: Item[] = []
  for (const item of steps) if (item !== undefined) found.push(item)
  return found
}
