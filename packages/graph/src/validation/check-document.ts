import { type FlowDocument, flowDocumentSchema, isJsonObject, RunnelError } from '@runnel/contract'
import { containersOf } from '../document/index-document.ts'
import { settleRanks } from '../document/settle-ranks.ts'
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
  const parsed = flowDocumentSchema.safeParse(liftFormat(input))
  if (!parsed.success) {
    const issues = parsed.error.issues
      .slice(0, MAX_ISSUES)
      .map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }))
    const [first] = issues
    throw new RunnelError(
      'invalid_flow',
      `The flow document is malformed at ${first?.path}: ${first?.message}`,
      { issues },
    )
  }
  checkUnique(parsed.data.nodes, 'nodes')
  checkUnique(parsed.data.edges, 'edges')
  checkContainers(parsed.data)
  return settleRanks(parsed.data)
}
