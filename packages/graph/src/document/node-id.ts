/** The first counter from `start` on whose node id is free. */
export function nextNodeCounter(type: string, taken: { has(id: string): boolean }, start = 0): number {
  let counter = start
  while (taken.has(`${type}_${counter}`)) counter += 1
  return counter
}

/** The id of a new node: its type name, `_` and a counter that rises until the id is free. */
export function nextNodeId(type: string, taken: { has(id: string): boolean }): string {
  return `${type}_${nextNodeCounter(type, taken)}`
}
