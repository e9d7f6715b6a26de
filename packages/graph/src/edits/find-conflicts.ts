import type { DiffStep, FlowDiff, FlowEdge, FlowNode, ItemChange } from '@runnel/contract'
import { isDeepEqual } from '../document/deep-equal.ts'
import type { ListDiff } from './flow-diff.ts'

/** What two changes of one document cannot both have. */
export interface DiffConflict {
  kind: 'node' | 'edge' | 'flow'
  /** Id of the node or edge; absent for the extra keys of the flow. */
  id?: string
  /** The place inside it; absent when it is about the whole. */
  path?: DiffStep[]
}

type Item = FlowNode | FlowEdge

/** True when one path leads to the other's place or to a place that holds it. */
function leadsTo(path: readonly DiffStep[], other: readonly DiffStep[]): boolean {
  return path.length <= other.length && path.every((step, index) => isDeepEqual(step, other[index]))
}

function onlyRemovesRows({ from, to }: { from: readonly string[]; to: readonly string[] }): boolean {
  let next = 0
  for (const id of from) if (id === to[next]) next += 1
  return next === to.length
}

/** True when both lead to the same value at the same place. */
export function isSameChange(mine: ItemChange, theirs: ItemChange): boolean {
  if (!isDeepEqual(mine.path, theirs.path)) return false
  if ('rows' in mine) return 'rows' in theirs && isDeepEqual(mine.rows.to, theirs.rows.to)
  return !('rows' in theirs) && isDeepEqual(mine.to, theirs.to)
}

/** Changes of places collide where one holds the other, orders of rows unless one of them only takes rows out. */
function collide(mine: ItemChange, theirs: ItemChange): boolean {
  if (isSameChange(mine, theirs)) return false
  if ('rows' in mine && 'rows' in theirs) {
    const isEither = onlyRemovesRows(mine.rows) || onlyRemovesRows(theirs.rows)
    return !isEither && isDeepEqual(mine.path, theirs.path)
  }
  if ('rows' in mine) return leadsTo(theirs.path, mine.path)
  if ('rows' in theirs) return leadsTo(mine.path, theirs.path)
  return leadsTo(mine.path, theirs.path) || leadsTo(theirs.path, mine.path)
}

function byId<T extends Item>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((item) => [item.id, item]))
}

/** True when both added the same thing, be it at another place of the list. */
export function isSameItem(mine: { id: string }, theirs: { id: string } | undefined): boolean {
  return theirs !== undefined && isDeepEqual({ ...mine, rank: 0 }, { ...theirs, rank: 0 })
}

type ListConflict = Pick<DiffConflict, 'path'> & { id: string }

function conflictsOfList<T extends Item>(mine: ListDiff<T>, theirs: ListDiff<T>): ListConflict[] {
  const added = byId(theirs.added)
  const removed = byId(theirs.removed)
  const changed = new Map(theirs.changed.map(({ id, changes }) => [id, changes]))
  return [
    ...mine.added.filter((item) => added.has(item.id) && !isSameItem(item, added.get(item.id))),
    ...mine.removed.filter(({ id }) => changed.has(id)),
    ...mine.changed.filter(({ id }) => removed.has(id)),
  ]
    .map(({ id }): ListConflict => ({ id }))
    .concat(
      mine.changed.flatMap(({ id, changes }) =>
        changes
          .filter((change) => changed.get(id)?.some((other) => collide(change, other)))
          .map(({ path }) => ({ id, path })),
      ),
    )
}

/** Ends of edges that one change brings: nodes, and rows of branches as `node row`. */
function endsOf(edges: readonly FlowEdge[]): { edge: string; ends: string[] }[] {
  return edges.map(({ id, source, sourceAnchor, target }) => ({
    edge: id,
    ends: [source, target, `${source} ${sourceAnchor}`],
  }))
}

function goneWith({ nodes }: FlowDiff): Set<string> {
  const rows = nodes.changed.flatMap(({ id, changes }) =>
    changes.flatMap((change) => {
      const last = change.path.at(-1)
      const isRemoved = !('rows' in change) && change.to === undefined
      return isRemoved && typeof last === 'object' ? [`${id} ${last.row}`] : []
    }),
  )
  return new Set([...nodes.removed.map(({ id }) => id), ...rows])
}

function parentsIn({ nodes }: FlowDiff): { node: string; parent: string }[] {
  const added = nodes.added.flatMap(({ id, parent }) => (parent === undefined ? [] : [{ node: id, parent }]))
  const moved = nodes.changed.flatMap(({ id, changes }) =>
    changes.flatMap((change) =>
      change.path[0] === 'parent' && 'to' in change && typeof change.to === 'string'
        ? [{ node: id, parent: change.to }]
        : [],
    ),
  )
  return [...added, ...moved]
}

/** What one change brings and the other takes the ground from: edges without an end, nodes without a container. */
function groundless(brings: FlowDiff, takes: FlowDiff): DiffConflict[] {
  const own = goneWith(brings)
  const gone = new Set([...goneWith(takes)].filter((id) => !own.has(id)))
  if (gone.size === 0) return []
  const edges = endsOf(brings.edges.added).filter(({ ends }) => ends.some((end) => gone.has(end)))
  const nodes = parentsIn(brings).filter(({ parent }) => gone.has(parent))
  return [
    ...edges.map(({ edge }): DiffConflict => ({ kind: 'edge', id: edge })),
    ...nodes.map(({ node }): DiffConflict => ({ kind: 'node', id: node })),
  ]
}

/**
 * What of two changes of the same document cannot stand side by side; empty when they are disjoint. Then they may be
 * made in either order, with the same outcome.
 */
export function findConflicts(mine: FlowDiff, theirs: FlowDiff): DiffConflict[] {
  const extra = (mine.extra ?? []).filter((change) => theirs.extra?.some((other) => collide(change, other)))
  return [
    ...conflictsOfList(mine.nodes, theirs.nodes).map((one): DiffConflict => ({ kind: 'node', ...one })),
    ...conflictsOfList(mine.edges, theirs.edges).map((one): DiffConflict => ({ kind: 'edge', ...one })),
    ...extra.map(({ path }): DiffConflict => ({ kind: 'flow', path })),
    ...groundless(mine, theirs),
    ...groundless(theirs, mine),
  ]
}
