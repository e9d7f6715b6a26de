import { findValueReadAs, type Problem } from '@runnel/contract'
import { OUT_ANCHOR } from '../definitions/branches-of.ts'
import { rowsOf } from '../document/rows.ts'
import { reachableFrom } from '../plan/sort-topologically.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { CheckedNode, ValidationContext } from './validation-context.ts'

/** More writers than this are not compared with each other: the work grows with their square. */
const MAX_WRITERS = 100

interface Writer {
  nodeId: string
  label: string
  /** Everything that runs before it. */
  before: Set<string>
  /** Decision node → those of its branches that lead here. */
  branches: Map<string, Set<string>>
}

function keysWritten({ node, definition }: CheckedNode): string[] {
  const rows = rowsOf(findValueReadAs(node.values, definition, 'stateUpdate'))
  return rows.flatMap(({ row }) => (typeof row.key === 'string' && row.key !== '' ? [row.key] : []))
}

function sourcesOf(context: ValidationContext, id: string): string[] {
  const edges = (context.index.edgesTo.get(id) ?? []).filter((edge) => edge.role === 'sequence')
  const container = context.index.nodes.get(id)?.parent
  return [...edges.map((edge) => edge.source), ...(container === undefined ? [] : [container])]
}

function branchesTo(context: ValidationContext, before: ReadonlySet<string>): Map<string, Set<string>> {
  const branches = new Map<string, Set<string>>()
  for (const edge of context.document.edges) {
    if (edge.sourceAnchor === OUT_ANCHOR || !before.has(edge.target) || edge.role !== 'sequence') continue
    const anchors = branches.get(edge.source)
    if (anchors) anchors.add(edge.sourceAnchor)
    else branches.set(edge.source, new Set([edge.sourceAnchor]))
  }
  return branches
}

function collectWriters(context: ValidationContext): Map<string, Writer[]> {
  const writers = new Map<string, Writer[]>()
  const checked = context.nodes.filter((item) => keysWritten(item).length > 0).slice(0, MAX_WRITERS)
  for (const item of checked) {
    const { id: nodeId, label } = item.node
    const before = reachableFrom([nodeId], (id) => sourcesOf(context, id))
    const writer = { nodeId, label, before, branches: branchesTo(context, before) }
    for (const key of new Set(keysWritten(item))) writers.set(key, [...(writers.get(key) ?? []), writer])
  }
  return writers
}

/** True when a decision sends a run to one of the two, never to both. */
function areExclusive(a: Writer, b: Writer): boolean {
  return [...a.branches].some(([decision, anchors]) => {
    const others = b.branches.get(decision)
    return others !== undefined && ![...others].some((anchor) => anchors.has(anchor))
  })
}

function findRival(writer: Writer, others: readonly Writer[]): Writer | undefined {
  return others.find(
    (other) =>
      other.nodeId !== writer.nodeId &&
      !writer.before.has(other.nodeId) &&
      !other.before.has(writer.nodeId) &&
      !areExclusive(writer, other),
  )
}

/** Steps that may run side by side and write the same key of the flow state: the later one in step order wins. */
export function checkStateWriters(context: ValidationContext): Problem[] {
  return [...collectWriters(context)].flatMap(([key, writers]) =>
    writers.flatMap((writer, index) => {
      const rival = findRival(writer, writers.slice(index + 1))
      if (!rival) return []
      const details = { first: writer.label, second: rival.label, key }
      return [makeProblem('warning', 'state_two_writers', { nodeId: writer.nodeId, details })]
    }),
  )
}
