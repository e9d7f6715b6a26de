import type { FlowEdge } from '@runnel/contract'

/** Where an edge meets a node. */
export interface EdgeEnd {
  side: 'input' | 'output'
  anchor: string
}

const NO_ENDS: readonly EdgeEnd[] = []

/**
 * The ends of all edges by node, each once. A node whose ends are the same as in `before` keeps its list, so that it
 * is not drawn again.
 */
export function listEdgeEnds(
  edges: readonly FlowEdge[],
  before: ReadonlyMap<string, readonly EdgeEnd[]>,
): Map<string, readonly EdgeEnd[]> {
  const found = new Map<string, EdgeEnd[]>()
  for (const { source, sourceAnchor, target, targetAnchor } of edges) {
    addEnd(found, source, { side: 'output', anchor: sourceAnchor })
    addEnd(found, target, { side: 'input', anchor: targetAnchor })
  }
  return new Map(
    [...found].map(([id, ends]) => {
      const known = before.get(id) ?? NO_ENDS
      return [id, isSameList(known, ends) ? known : ends]
    }),
  )
}

/** The ends of the edges at one node. */
export function endsOf(ends: ReadonlyMap<string, readonly EdgeEnd[]>, nodeId: string): readonly EdgeEnd[] {
  return ends.get(nodeId) ?? NO_ENDS
}

function addEnd(found: Map<string, EdgeEnd[]>, nodeId: string, end: EdgeEnd): void {
  const ends = found.get(nodeId)
  if (ends === undefined) found.set(nodeId, [end])
  else if (!ends.some((each) => isSameEnd(each, end))) ends.push(end)
}

const isSameEnd = (a: EdgeEnd, b: EdgeEnd): boolean => a.side === b.side && a.anchor === b.anchor

function isSameList(a: readonly EdgeEnd[], b: readonly EdgeEnd[]): boolean {
  return a.length === b.length && a.every((each) => b.some((other) => isSameEnd(each, other)))
}
