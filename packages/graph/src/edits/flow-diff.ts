import type { FlowDiff, FlowDocument, JsonObject } from '@runnel/contract'
import { isDeepEqual } from '../document/deep-equal.ts'
import { settleRanks } from '../document/settle-ranks.ts'
import { diffFields } from './diff-fields.ts'

/** A node or an edge as plain data. */
interface Item {
  id: string
}

/** What came, went and changed in one list. */
export interface ListDiff<T extends Item> {
  added: T[]
  removed: T[]
  changed: FlowDiff['nodes']['changed']
}

function diffLists<T extends Item>(from: readonly T[], to: readonly T[]): ListDiff<T> {
  const diff: ListDiff<T> = { added: [], removed: [], changed: [] }
  if (from === to) return diff
  const before = new Map(from.map((item) => [item.id, item]))
  for (const item of to) {
    const old = before.get(item.id)
    before.delete(item.id)
    if (old === item || isDeepEqual(old, item)) continue
    if (old === undefined) diff.added.push(item)
    else {
      const changes = diffFields(old as unknown as JsonObject, item as unknown as JsonObject)
      if (changes.length > 0) diff.changed.push({ id: item.id, changes })
    }
  }
  diff.removed.push(...before.values())
  return diff
}

/** The change that leads from one document to another. Ids must be unique in each list. */
export function diffDocuments(from: FlowDocument, to: FlowDocument): FlowDiff {
  const before = settleRanks(from)
  const after = settleRanks(to, before)
  const diff: FlowDiff = {
    nodes: diffLists(before.nodes, after.nodes),
    edges: diffLists(before.edges, after.edges),
  }
  const extra = from.extra === to.extra ? [] : diffFields(from.extra ?? {}, to.extra ?? {})
  return extra.length === 0 ? diff : { ...diff, extra }
}

/** True when a change changes nothing. */
export function isEmptyDiff({ nodes, edges, extra = [] }: FlowDiff): boolean {
  const isEmpty = (list: ListDiff<Item>) =>
    list.added.length + list.changed.length + list.removed.length === 0
  return isEmpty(nodes) && isEmpty(edges) && extra.length === 0
}
