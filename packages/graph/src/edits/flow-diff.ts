import type { FlowDocument, FlowEdge, FlowNode, JsonObject } from '@runnel/contract'
import { isDeepEqual } from '../document/deep-equal.ts'

/** Something with its index in its list. */
export interface Placed<Item> {
  index: number
  item: Item
}

/**
 * What changed in a list: `added` with their places in the new list, `removed` with those in the old one, both
 * ascending; `updated` as pairs of old and new.
 */
export interface ListDiff<Item> {
  added: Placed<Item>[]
  updated: [from: Item, to: Item][]
  removed: Placed<Item>[]
}

/** A reversible change of a document. Plain data, so that it can be stored and sent. */
export interface FlowDiff {
  nodes: ListDiff<FlowNode>
  edges: ListDiff<FlowEdge>
  /** Unknown top-level keys, when they change. */
  extra?: [from: JsonObject | null, to: JsonObject | null]
}

interface Item {
  id: string
}

function isSameOrder(from: readonly Item[], to: readonly Item[]): boolean {
  return from.length === to.length && from.every((item, index) => item.id === to[index]?.id)
}

function pairsThatDiffer<T extends Item>(pairs: readonly [T, T][]): [T, T][] {
  return pairs.filter(([before, after]) => before !== after && !isDeepEqual(before, after))
}

/** Ids of both lists whose order among each other is the same in both (a longest start, then greedily). */
function keptInOrder(from: readonly Item[], to: readonly Item[]): Set<string> {
  const places = new Map(to.map((item, index) => [item.id, index]))
  const kept = new Set<string>()
  let last = -1
  for (const { id } of from) {
    const place = places.get(id)
    if (place === undefined || place < last || kept.has(id)) continue
    kept.add(id)
    last = place
  }
  return kept
}

function placedOthers<T extends Item>(list: readonly T[], kept: ReadonlySet<string>): Placed<T>[] {
  return list.flatMap((item, index) => (kept.has(item.id) ? [] : [{ index, item }]))
}

function diffLists<T extends Item>(from: readonly T[], to: readonly T[]): ListDiff<T> {
  if (isSameOrder(from, to)) {
    const pairs = from.map((item, index): [T, T] => [item, to[index] ?? item])
    return { added: [], updated: pairsThatDiffer(pairs), removed: [] }
  }
  const kept = keptInOrder(from, to)
  const after = new Map(to.map((item) => [item.id, item]))
  const pairs = from
    .filter((item) => kept.has(item.id))
    .map((item): [T, T] => [item, after.get(item.id) ?? item])
  return { added: placedOthers(to, kept), updated: pairsThatDiffer(pairs), removed: placedOthers(from, kept) }
}

/** The change that leads from one document to another. Ids must be unique in each list. */
export function diffDocuments(from: FlowDocument, to: FlowDocument): FlowDiff {
  const diff: FlowDiff = { nodes: diffLists(from.nodes, to.nodes), edges: diffLists(from.edges, to.edges) }
  if (isDeepEqual(from.extra, to.extra)) return diff
  return { ...diff, extra: [from.extra ?? null, to.extra ?? null] }
}

/** True when a change changes nothing. */
export function isEmptyDiff(diff: FlowDiff): boolean {
  const isEmpty = (list: ListDiff<Item>) =>
    list.added.length + list.updated.length + list.removed.length === 0
  return isEmpty(diff.nodes) && isEmpty(diff.edges) && diff.extra === undefined
}
