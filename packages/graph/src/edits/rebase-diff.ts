import type { FlowDiff, FlowEdge, FlowNode, ItemChange } from '@runnel/contract'
import { type DiffConflict, findConflicts, isSameChange, isSameItem } from './find-conflicts.ts'
import type { ListDiff } from './flow-diff.ts'

/** A change as it is to be made after another one. */
export interface RebasedDiff {
  /** What is left of the change: what the other one did just so is left out. */
  diff: FlowDiff
  /** Where both cannot stand side by side; empty when the rebased change may be made as it is. */
  conflicts: DiffConflict[]
}

function leftOf(changes: readonly ItemChange[], theirs: readonly ItemChange[] = []): ItemChange[] {
  return changes.filter((change) => !theirs.some((other) => isSameChange(change, other)))
}

/** What both added stands at the earlier of its two places. */
function moveToEarlier<T extends FlowNode | FlowEdge>(
  mine: readonly T[],
  theirs: ReadonlyMap<string, T>,
): ListDiff<T>['changed'] {
  return mine.flatMap((item) => {
    const twin = theirs.get(item.id)
    if (!isSameItem(item, twin) || twin?.rank === undefined || item.rank === undefined) return []
    if (item.rank >= twin.rank) return []
    return [{ id: item.id, changes: [{ path: ['rank'], from: twin.rank, to: item.rank }] }]
  })
}

function rebaseList<T extends FlowNode | FlowEdge>(mine: ListDiff<T>, theirs: ListDiff<T>): ListDiff<T> {
  const added = new Map(theirs.added.map((item) => [item.id, item]))
  const removed = new Set(theirs.removed.map(({ id }) => id))
  const changed = new Map(theirs.changed.map(({ id, changes }) => [id, changes]))
  return {
    added: mine.added.filter((item) => !isSameItem(item, added.get(item.id))),
    removed: mine.removed.filter(({ id }) => !removed.has(id)),
    changed: [
      ...mine.changed.flatMap(({ id, changes }) => {
        const left = leftOf(changes, changed.get(id))
        return left.length === 0 ? [] : [{ id, changes: left }]
      }),
      ...moveToEarlier(mine.added, added),
    ],
  }
}

/** A change of a document as a change of the same document after `theirs` was made to it. */
export function rebaseDiff(mine: FlowDiff, theirs: FlowDiff): RebasedDiff {
  const extra = leftOf(mine.extra ?? [], theirs.extra)
  return {
    diff: {
      nodes: rebaseList(mine.nodes, theirs.nodes),
      edges: rebaseList(mine.edges, theirs.edges),
      ...(extra.length === 0 ? {} : { extra }),
    },
    conflicts: findConflicts(mine, theirs),
  }
}
