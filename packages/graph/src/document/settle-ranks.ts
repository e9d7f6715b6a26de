import type { FlowDocument } from '@runnel/contract'
import { longestRising } from './longest-rising.ts'

/** What has a place in a list of a document. */
interface Ranked {
  id: string
  rank?: number | undefined
}

interface Place {
  id: string
  rank: number
}

/** Whether one stands before the other: by rank, then by id. */
function isBefore(a: Place, b: Place): boolean {
  return a.rank < b.rank || (a.rank === b.rank && a.id < b.id)
}

/** Items in the order of rank, then of id. One without a rank stands first. */
export function sortByRank<T extends Ranked>(list: readonly T[]): T[] {
  const placeOf = ({ id, rank = 0 }: Ranked): Place => ({ id, rank })
  return list.toSorted((a, b) => (isBefore(placeOf(a), placeOf(b)) ? -1 : 1))
}

function isSettled(list: readonly Ranked[]): boolean {
  return list.every((item, index) => {
    if (item.rank === undefined) return false
    const before = list[index - 1]
    return before === undefined || isBefore(before as Place, item as Place)
  })
}

/** Ranks for `count` items between two others, either of which may be missing; undefined when there is no room. */
function ranksBetween(
  low: number | undefined,
  high: number | undefined,
  count: number,
): number[] | undefined {
  const numbers = Array.from({ length: count }, (_, index) => index)
  if (high === undefined) return numbers.map((index) => Math.floor(low ?? -1) + 1 + index)
  if (low === undefined) return numbers.map((index) => Math.ceil(high) - count + index)
  const ranks = numbers.map((index) => low + ((high - low) * (index + 1)) / (count + 1))
  const isRising = [low, ...ranks, high].every(
    (rank, index, all) => index === 0 || rank > (all[index - 1] ?? 0),
  )
  return isRising ? ranks : undefined
}

function rankAll(list: readonly Ranked[], known: ReadonlyMap<string, number>): number[] {
  const ranked = list.flatMap(({ id }, index) => {
    const rank = known.get(id)
    return rank === undefined ? [] : [{ id, rank, index }]
  })
  const kept = longestRising(ranked, isBefore).flatMap((place) => ranked[place] ?? [])
  const ranks: number[] = []
  let low: number | undefined
  for (const next of [...kept, undefined]) {
    const count = (next?.index ?? list.length) - ranks.length
    const between = ranksBetween(low, next?.rank, count)
    if (between === undefined) return list.map((_, index) => index)
    ranks.push(...between)
    if (next) ranks.push(next.rank)
    low = next?.rank
  }
  return ranks
}

function settleList<T extends Ranked>(list: readonly T[], before: readonly Ranked[]): readonly T[] {
  if (isSettled(list)) return list
  const known = new Map<string, number>()
  for (const { id, rank } of before) if (rank !== undefined) known.set(id, rank)
  const ranks = rankAll(list, known)
  return list.map((item, index) => (item.rank === ranks[index] ? item : { ...item, rank: ranks[index] }))
}

/**
 * Gives every node and edge a rank that agrees with its place in its list. A document whose ranks agree comes back as
 * the same object. Otherwise items of `before` keep the ranks that they have there, as far as the new order lets
 * them, and all others get ranks between those.
 */
export function settleRanks(document: FlowDocument, before: FlowDocument = document): FlowDocument {
  const nodes = settleList(document.nodes, before.nodes)
  const edges = settleList(document.edges, before.edges)
  if (nodes === document.nodes && edges === document.edges) return document
  return { ...document, nodes: [...nodes], edges: [...edges] }
}
