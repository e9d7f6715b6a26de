/** Two ends of something directed. */
export interface Arc {
  source: string
  target: string
}

/** Node ids in an order in which sources come before targets; `cyclic` holds those that lie on or behind a cycle. */
export interface TopologicalOrder {
  order: string[]
  cyclic: string[]
}

/** How many arcs into each id are not yet followed, and who follows it. */
interface Counting {
  open: Map<string, number>
  followers: Map<string, string[]>
}

function countArcs(ids: readonly string[], arcs: readonly Arc[]): Counting {
  const open = new Map(ids.map((id) => [id, 0]))
  const inner = arcs.filter((arc) => open.has(arc.source) && open.has(arc.target))
  for (const { target } of inner) open.set(target, (open.get(target) ?? 0) + 1)
  const grouped = groupBy(inner, (arc) => arc.source)
  const followers = new Map([...grouped].map(([id, list]) => [id, list.map((arc) => arc.target)]))
  return { open, followers }
}

/** Sorts ids by their arcs, keeping the given order where the arcs leave a choice. Arcs to other ids do not count. */
export function sortTopologically(ids: readonly string[], arcs: readonly Arc[]): TopologicalOrder {
  const { open, followers } = countArcs(ids, arcs)
  const order = ids.filter((id) => open.get(id) === 0)
  for (let at = 0; at < order.length; at += 1) {
    for (const follower of followers.get(order[at] ?? '') ?? []) {
      const count = (open.get(follower) ?? 0) - 1
      open.set(follower, count)
      if (count === 0) order.push(follower)
    }
  }
  const done = new Set(order)
  return { order, cyclic: ids.filter((id) => !done.has(id)) }
}

/** Groups arcs by one of their ends. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** Every id that can be reached from the first ones along arcs, the first ones included. */
export function reachableFrom(
  first: readonly string[],
  next: (id: string) => readonly string[],
): Set<string> {
  const reached = new Set(first)
  const queue = [...first]
  for (let at = 0; at < queue.length; at += 1) {
    for (const id of next(queue[at] ?? '')) {
      if (reached.has(id)) continue
      reached.add(id)
      queue.push(id)
    }
  }
  return reached
}
