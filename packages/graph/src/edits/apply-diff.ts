import type { FlowDiff, FlowDocument, JsonObject } from '@runnel/contract'
import { settleRanks, sortByRank } from '../document/settle-ranks.ts'
import { applyChanges, reverseChanges } from './apply-changes.ts'
import { isSameItem } from './find-conflicts.ts'
import { diffDocuments, type ListDiff } from './flow-diff.ts'

interface Item {
  id: string
  rank?: number | undefined
}

function movesItems<T extends Item>({ added, changed }: ListDiff<T>): boolean {
  return added.length > 0 || changed.some(({ changes }) => changes.some(({ path }) => path[0] === 'rank'))
}

/** What is there already, added once more, takes the earlier place: so it does not matter who added it first. */
function addItems<T extends Item>(list: readonly T[], added: readonly T[]): T[] {
  if (added.length === 0) return []
  const there = new Map(list.map((item) => [item.id, item]))
  return added.map((item) => {
    const twin = there.get(item.id)
    return twin !== undefined && isSameItem(item, twin) && (twin.rank ?? 0) < (item.rank ?? 0) ? twin : item
  })
}

function applyToList<T extends Item>(list: T[], diff: ListDiff<T>): T[] {
  const { removed, changed } = diff
  const added = addItems(list, diff.added)
  if (added.length + removed.length + changed.length === 0) return list
  const gone = new Set([...removed, ...added].map(({ id }) => id))
  const changes = new Map(changed.map((change) => [change.id, change.changes]))
  const kept = list
    .filter(({ id }) => !gone.has(id))
    .map((item) => {
      const own = changes.get(item.id)
      return own ? (applyChanges(item as unknown as JsonObject, own) as unknown as T) : item
    })
  return movesItems(diff) ? sortByRank([...kept, ...added]) : kept
}

/**
 * The document after a change. What the change does not touch is the same object as before; of a change that does not
 * fit the document, the part that does is made.
 */
export function applyDiff(document: FlowDocument, diff: FlowDiff): FlowDocument {
  const { extra: before, ...rest } = settleRanks(document)
  const extra = diff.extra ? applyChanges(before ?? {}, diff.extra) : before
  return {
    ...rest,
    nodes: applyToList(rest.nodes, diff.nodes),
    edges: applyToList(rest.edges, diff.edges),
    ...(extra === undefined || Object.keys(extra).length === 0 ? {} : { extra }),
  }
}

function reverseList<T extends Item>({ added, removed, changed }: ListDiff<T>): ListDiff<T> {
  return {
    added: removed,
    removed: added,
    changed: changed.map(({ id, changes }) => ({ id, changes: reverseChanges(changes) })),
  }
}

/** The change that takes a change back. */
export function reverseDiff(diff: FlowDiff): FlowDiff {
  const reversed = { nodes: reverseList(diff.nodes), edges: reverseList(diff.edges) }
  return diff.extra ? { ...reversed, extra: reverseChanges(diff.extra) } : reversed
}

/** Several changes, made one after the other to a document, as one. */
export function squashDiffs(document: FlowDocument, diffs: readonly FlowDiff[]): FlowDiff {
  return diffDocuments(document, diffs.reduce(applyDiff, document))
}
