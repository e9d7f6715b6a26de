import type { FlowDiff, FlowDocument, ItemChange, JsonObject } from '@runnel/contract'
import { isDeepEqual } from '../document/deep-equal.ts'
import { rowsOf } from '../document/rows.ts'
import { valueAt } from './apply-changes.ts'
import type { ListDiff } from './flow-diff.ts'

function fitsPlace(object: JsonObject, change: ItemChange): boolean {
  const value = valueAt(object, change.path)
  if ('rows' in change) {
    return isDeepEqual(
      rowsOf(value).map(({ id }) => id),
      change.rows.from,
    )
  }
  const holder = change.path.length === 1 ? object : valueAt(object, change.path.slice(0, -1))
  return holder !== undefined && isDeepEqual(value, change.from)
}

function fitsList<T extends { id: string }>(list: readonly T[], diff: ListDiff<T>): boolean {
  const items = new Map(list.map((item) => [item.id, item]))
  const fits = ({ id, changes }: ListDiff<T>['changed'][number]) => {
    const item = items.get(id)
    return item !== undefined && changes.every((change) => fitsPlace(item as unknown as JsonObject, change))
  }
  return (
    diff.removed.every((item) => isDeepEqual(item, items.get(item.id))) &&
    diff.added.every(({ id }) => !items.has(id)) &&
    diff.changed.every(fits)
  )
}

/** True when a change was made from just this document: everything that it takes away or changes is as it says. */
export function fitsDocument(document: FlowDocument, diff: FlowDiff): boolean {
  return (
    fitsList(document.nodes, diff.nodes) &&
    fitsList(document.edges, diff.edges) &&
    (diff.extra ?? []).every((change) => fitsPlace(document.extra ?? {}, change))
  )
}
