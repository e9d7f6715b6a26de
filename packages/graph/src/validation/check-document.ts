import {
  type FlowDiff,
  type FlowDocument,
  flowDocumentSchema,
  isJsonObject,
  RunnelError,
} from '@runnel/contract'
import { containersOf } from '../document/index-document.ts'
import { settleRanks } from '../document/settle-ranks.ts'
import { applyDiff } from '../edits/apply-diff.ts'
import { fitsDocument } from '../edits/fits-document.ts'
import { liftFormat } from '../format/lift-document.ts'
import { checkFlowLimits } from '../wire/check-flow-limits.ts'

const MAX_ISSUES = 20

function refuse(path: string, message: string): never {
  throw new RunnelError('invalid_flow', message, { issues: [{ path, message }] })
}

function checkUnique(list: readonly { id: string }[], name: string): void {
  const seen = new Set<string>()
  for (const [index, { id }] of list.entries()) {
    if (seen.has(id))
      refuse(`${name}[${index}].id`, `Two of the ${name} have the id ${id}. Give each its own.`)
    seen.add(id)
  }
}

function checkContainers(document: FlowDocument): void {
  const nodes = new Map(document.nodes.map((node) => [node.id, node]))
  for (const [index, node] of document.nodes.entries()) {
    const last = nodes.get(containersOf(node, nodes).at(-1) ?? '')
    if (last?.parent !== undefined && nodes.has(last.parent)) {
      refuse(`nodes[${index}].parent`, `Node ${node.id} lies in itself, or in more than 100 containers.`)
    }
  }
}

/**
 * Parses a document in the record form, lifted to the present format. What is malformed or too large is refused
 * quickly; anything else is taken with whatever is wrong in it (see `validateFlow`). @throws RunnelError `invalid_flow` with the places
 */
export function checkDocument(input: unknown): FlowDocument {
  if (!isJsonObject(input) || !Array.isArray(input.nodes) || !Array.isArray(input.edges)) {
    return refuse('', 'A flow document is an object with the lists nodes and edges.')
  }
  checkFlowLimits(input.nodes, input.edges)
  const document = parse(liftFormat(input))
  checkWhole(document)
  return settleRanks(document)
}

/**
 * A sound document after a change that came in, checked where the change touches it: so the cost is that of the
 * change. @throws RunnelError `conflict` for a change of another document, `invalid_flow` when it leads to none
 */
export function applyReceivedDiff(document: FlowDocument, diff: FlowDiff): FlowDocument {
  if (!fitsDocument(document, diff)) {
    throw new RunnelError(
      'conflict',
      'The change was made from another state of the flow than the one that it names. Load the flow again.',
    )
  }
  const next = applyDiff(document, diff)
  const { nodes, edges } = touchedBy(next, diff)
  checkFlowLimits(next.nodes, next.edges, { nodes, edges })
  parse({ ...next, nodes, edges })
  checkWhole(next)
  return next
}

/** The nodes and edges that a change adds or changes. */
function touchedBy(next: FlowDocument, diff: FlowDiff): Pick<FlowDocument, 'nodes' | 'edges'> {
  const idsOf = ({ added, changed }: FlowDiff['nodes' | 'edges']) =>
    new Set([...added.map(({ id }) => id), ...changed.map(({ id }) => id)])
  const [nodes, edges] = [idsOf(diff.nodes), idsOf(diff.edges)]
  for (const { id, changes } of [...diff.nodes.changed, ...diff.edges.changed]) {
    if (changes.some(({ path }) => path[0] === 'id'))
      refuse(id, 'What has an id keeps it. Add another instead.')
  }
  return {
    nodes: next.nodes.filter(({ id }) => nodes.has(id)),
    edges: next.edges.filter(({ id }) => edges.has(id)),
  }
}

function parse(input: unknown): FlowDocument {
  const parsed = flowDocumentSchema.safeParse(input)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }))
  const [first] = issues
  throw new RunnelError(
    'invalid_flow',
    `The flow document is malformed at ${first?.path}: ${first?.message}`,
    {
      issues,
    },
  )
}

function checkWhole(document: FlowDocument): void {
  checkUnique(document.nodes, 'nodes')
  checkUnique(document.edges, 'edges')
  checkContainers(document)
}
