import type { Problem } from '@runnel/contract'
import { rowsOf } from '../document/rows.ts'
import { reachableFrom } from '../plan/sort-topologically.ts'
import { type CheckedNode, nodeProblem, type ValidationContext } from './validation-context.ts'

const MAX_WRITERS = 200

interface Writer {
  nodeId: string
  label: string
  /** Everything that runs after it. */
  after: Set<string>
}

function keysWritten({ node, definition }: CheckedNode): string[] {
  return definition.inputs
    .filter((input) => input.name.endsWith('UpdateState'))
    .flatMap((input) => rowsOf(node.values[input.name]))
    .flatMap(({ row }) => (typeof row.key === 'string' && row.key !== '' ? [row.key] : []))
}

function followersOf(context: ValidationContext, id: string): string[] {
  const inside = context.index.childrenOf.get(id) ?? []
  const next = (context.index.edgesFrom.get(id) ?? []).filter((edge) => edge.role === 'sequence')
  return [...next.map((edge) => edge.target), ...inside.map((node) => node.id)]
}

function collectWriters(context: ValidationContext): Map<string, Writer[]> {
  const writers = new Map<string, Writer[]>()
  const checked = context.nodes.filter((item) => keysWritten(item).length > 0).slice(0, MAX_WRITERS)
  for (const item of checked) {
    const after = reachableFrom([item.node.id], (id) => followersOf(context, id))
    for (const key of new Set(keysWritten(item))) {
      const writer = { nodeId: item.node.id, label: item.node.label, after }
      writers.set(key, [...(writers.get(key) ?? []), writer])
    }
  }
  return writers
}

/** True when a decision sends a run to one of the two, never to both. */
function areExclusive(context: ValidationContext, a: Writer, b: Writer): boolean {
  return context.nodes.some(({ node, definition }) => {
    if (!definition.branches && (definition.outputs ?? []).length === 0) return false
    const sides = (context.index.edgesFrom.get(node.id) ?? []).map((edge) => ({
      anchor: edge.sourceAnchor,
      reached: reachableFrom([edge.target], (id) => followersOf(context, id)),
    }))
    const anchorsTo = (id: string) =>
      sides.filter(({ reached }) => reached.has(id)).map(({ anchor }) => anchor)
    const first = new Set(anchorsTo(a.nodeId))
    const second = anchorsTo(b.nodeId)
    return first.size > 0 && second.length > 0 && !second.some((anchor) => first.has(anchor))
  })
}

function findRival(
  context: ValidationContext,
  writer: Writer,
  others: readonly Writer[],
): Writer | undefined {
  return others.find(
    (other) =>
      other.nodeId !== writer.nodeId &&
      !writer.after.has(other.nodeId) &&
      !other.after.has(writer.nodeId) &&
      !areExclusive(context, writer, other),
  )
}

/** Steps that may run side by side and write the same key of the flow state: the later one in step order wins. */
export function checkStateWriters(context: ValidationContext): Problem[] {
  return [...collectWriters(context)].flatMap(([key, writers]) =>
    writers.flatMap((writer, index) => {
      const rival = findRival(context, writer, writers.slice(index + 1))
      if (!rival) return []
      const message = `"${writer.label}" and "${rival.label}" may run side by side and both write the state "${key}". The one later in step order wins.`
      return [nodeProblem('warning', 'state_two_writers', { nodeId: writer.nodeId, message })]
    }),
  )
}
