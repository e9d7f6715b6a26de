import { type FlowEdge, type FlowNode, type InputDefinition, isParam, type JsonValue } from '@runnel/contract'
import { isAgentFlowNode } from '../definitions/flow-family.ts'
import { readInstanceReference } from '../definitions/instance-reference.ts'
import { walkStrings } from '../document/walk-strings.ts'
import { referencesOfText } from '../variables/find-references.ts'
import type { EndNode } from './edge-ends.ts'
import { makeProblem, type Report } from './report.ts'

/** What the references of one node are compared with. */
export interface ReferenceContext {
  ends: ReadonlyMap<string, EndNode>
  /** Edges into the node by the anchor where they end, in document order. */
  edgesAt: ReadonlyMap<string, readonly FlowEdge[]>
  report: Report
}

function reportReference(
  node: FlowNode,
  { param, source }: { param: string; source: string },
  { ends, report }: ReferenceContext,
): void {
  const place = { nodeId: node.id, param }
  if (ends.has(source)) {
    const message = `"${param}" of ${node.id} uses ${source}, but no edge joins them. Connect them, or remove the reference.`
    report(makeProblem('warning', 'reference_without_edge', { ...place, message }))
  } else {
    const message = `"${param}" of ${node.id} uses ${source}, which is not there. Choose another node.`
    report(makeProblem('warning', 'reference_unknown_node', { ...place, message }))
  }
}

function reportUnusedEdges(
  node: FlowNode,
  { param, used }: { param: string; used: ReadonlySet<string> },
  { edgesAt, report }: ReferenceContext,
): void {
  for (const edge of edgesAt.get(param) ?? []) {
    if (used.has(edge.source)) continue
    const message = `Edge ${edge.id} joins ${edge.source} to "${param}" of ${node.id}, but the value there did not name it.`
    report(
      makeProblem('warning', 'edge_without_reference', { nodeId: node.id, edgeId: edge.id, param, message }),
    )
  }
}

function sourcesAt(param: string, { edgesAt }: ReferenceContext): Set<string> {
  return new Set((edgesAt.get(param) ?? []).map((edge) => edge.source))
}

function itemsOf(value: JsonValue | undefined): JsonValue[] {
  const items = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return items.filter((item) => item !== '' && item !== null)
}

/** What stays as a value of an anchor: everything that no edge stands for. */
function restOfAnchor(node: FlowNode, input: InputDefinition, context: ReferenceContext): JsonValue[] {
  const used = new Set<string>()
  const sources = sourcesAt(input.name, context)
  const rest = itemsOf(node.values[input.name]).filter((item) => {
    const source = readInstanceReference(item)
    if (source === undefined) return true
    used.add(source)
    if (sources.has(source)) return false
    reportReference(node, { param: input.name, source }, context)
    return true
  })
  reportUnusedEdges(node, { param: input.name, used }, context)
  return rest
}

function importAnchor(node: FlowNode, input: InputDefinition, context: ReferenceContext): FlowNode {
  const value = node.values[input.name]
  if (input.list === true && typeof value === 'string' && value !== '') {
    const message = `"${input.label}" of ${node.id} takes a list, but held a text; it is a list of one again.`
    context.report(
      makeProblem('repair', 'param_list_was_text', { nodeId: node.id, param: input.name, message }),
    )
  }
  const rest = restOfAnchor(node, input, context)
  const { [input.name]: _old, ...values } = node.values
  const [first] = rest
  if (first === undefined) return { ...node, values }
  return {
    ...node,
    values: { ...values, [input.name]: input.list === true || rest.length > 1 ? rest : first },
  }
}

const INSTANCE_IN_TEXT = /^([^.]+)\.data\.instance(?:$|[.[])/

function checkParam(node: FlowNode, input: InputDefinition, context: ReferenceContext): void {
  const used = new Set<string>()
  walkStrings(node.values[input.name], (text) => {
    for (const reference of referencesOfText(text)) {
      const source = INSTANCE_IN_TEXT.exec(reference)?.[1]
      if (source !== undefined) used.add(source)
    }
  })
  const sources = sourcesAt(input.name, context)
  for (const source of used) {
    if (!sources.has(source)) reportReference(node, { param: input.name, source }, context)
  }
  reportUnusedEdges(node, { param: input.name, used }, context)
}

/**
 * Compares a node's references with its edges. Edges are the truth for anchors: their strings are dropped here
 * and written again at export. Texts stay as they are.
 */
export function importReferences(end: EndNode, context: ReferenceContext): FlowNode {
  if (isAgentFlowNode(end.definition)) return end.node
  let { node } = end
  for (const input of end.definition.inputs) {
    if (isParam(input)) checkParam(node, input, context)
    else node = importAnchor(node, input, context)
  }
  return node
}
