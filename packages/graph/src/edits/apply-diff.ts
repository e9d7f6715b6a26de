import type { FlowDocument } from '@runnel/contract'
import { diffDocuments, type FlowDiff, type ListDiff, type Placed } from './flow-diff.ts'

interface Item {
  id: string
}

function insertAt<T>(kept: readonly T[], added: readonly Placed<T>[]): T[] {
  const result: T[] = []
  let next = 0
  for (const { index, item } of added) {
    const before = kept.slice(next, next + Math.max(0, index - result.length))
    for (const stayed of before) result.push(stayed)
    next += before.length
    result.push(item)
  }
  return [...result, ...kept.slice(next)]
}

function applyToList<T extends Item>(list: readonly T[], diff: ListDiff<T>): T[] {
  const removed = new Set(diff.removed.map(({ item }) => item.id))
  const updated = new Map(diff.updated.map(([, to]) => [to.id, to]))
  const kept = list.filter((item) => !removed.has(item.id)).map((item) => updated.get(item.id) ?? item)
  return diff.added.length === 0 ? kept : insertAt(kept, diff.added)
}

/** The document after a change. What the change does not touch is the same object as before. */
export function applyDiff(document: FlowDocument, diff: FlowDiff): FlowDocument {
  const { extra: before, ...rest } = document
  const extra = diff.extra ? diff.extra[1] : (before ?? null)
  return {
    ...rest,
    nodes: applyToList(document.nodes, diff.nodes),
    edges: applyToList(document.edges, diff.edges),
    ...(extra === null ? {} : { extra }),
  }
}

function reverseList<T>(diff: ListDiff<T>): ListDiff<T> {
  return {
    added: diff.removed,
    removed: diff.added,
    updated: diff.updated.map(([from, to]): [T, T] => [to, from]),
  }
}

/** The change that takes a change back. */
export function reverseDiff(diff: FlowDiff): FlowDiff {
  const reversed = { nodes: reverseList(diff.nodes), edges: reverseList(diff.edges) }
  return diff.extra ? { ...reversed, extra: [diff.extra[1], diff.extra[0]] } : reversed
}

/** Several changes, made one after the other to a document, as one. */
export function squashDiffs(document: FlowDocument, diffs: readonly FlowDiff[]): FlowDiff {
  return diffDocuments(document, diffs.reduce(applyDiff, document))
}
