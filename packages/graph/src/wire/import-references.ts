import { type FlowEdge, type FlowNode, type InputDefinition, isParam, type JsonValue } from '@runnel/contract'
import { isAgentFlowNode } from '../definitions/flow-family.ts'
import { readInstanceReference } from '../definitions/instance-reference.ts'
import { walkStrings } from '../document/walk-strings.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { referencesOfText } from '../variables/find-references.ts'
import type { EndNode } from './edge-ends.ts'
import { anchorItems } from './export-values.ts'
import type { Report } from './report.ts'

/** What the references of one node are compared with. */
export interface ReferenceContext {
  ends: ReadonlyMap<string, EndNode>
  /** Edges into the node by the anchor where they end, in document order. */
  edgesAt: ReadonlyMap<string, readonly FlowEdge[]>
  report: Report
}

function reportReference(
  node: FlowNode,
  { input, source }: { input: InputDefinition; source: string },
  { ends, report }: ReferenceContext,
): void {
  const place = { nodeId: node.id, param: input.name }
  if (ends.has(source)) {
    const details = { label: input.label, node: source }
    report(makeProblem('warning', 'reference_without_edge', { ...place, details }))
  } else report(makeProblem('warning', 'reference_unknown_node', { ...place, details: { node: source } }))
}

function reportUnusedEdges(
  node: FlowNode,
  { input, used }: { input: InputDefinition; used: ReadonlySet<string> },
  { edgesAt, report }: ReferenceContext,
): void {
  for (const edge of edgesAt.get(input.name) ?? []) {
    if (used.has(edge.source)) continue
    const details = { edge: edge.id, source: edge.source, label: input.label }
    const place = { nodeId: node.id, edgeId: edge.id, param: input.name }
    report(makeProblem('warning', 'edge_without_reference', { ...place, details }))
  }
}

function sourcesAt(param: string, { edgesAt }: ReferenceContext): Set<string> {
  return new Set((edgesAt.get(param) ?? []).map((edge) => edge.source))
}

/** What stays as a value of an anchor: everything that no edge stands for. */
function restOfAnchor(node: FlowNode, input: InputDefinition, context: ReferenceContext): JsonValue[] {
  const used = new Set<string>()
  const sources = sourcesAt(input.name, context)
  const rest = anchorItems(node.values[input.name]).filter((item) => {
    const source = readInstanceReference(item)
    if (source === undefined) return true
    used.add(source)
    if (sources.has(source)) return false
    reportReference(node, { input, source }, context)
    return true
  })
  reportUnusedEdges(node, { input, used }, context)
  return rest
}

/** An empty list or null stays what it is; the empty text is what an export writes for nothing. */
function isOddlyEmpty(value: JsonValue | undefined): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

function importAnchor(node: FlowNode, input: InputDefinition, context: ReferenceContext): FlowNode {
  const value = node.values[input.name]
  if (input.list === true && typeof value === 'string' && value !== '') {
    const place = { nodeId: node.id, param: input.name }
    context.report(
      makeProblem('repair', 'param_list_was_text', { ...place, details: { label: input.label } }),
    )
  }
  const rest = restOfAnchor(node, input, context)
  const { [input.name]: _old, ...values } = node.values
  const [first] = rest
  if (first === undefined) {
    return isOddlyEmpty(value) && sourcesAt(input.name, context).size === 0 ? node : { ...node, values }
  }
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
    if (!sources.has(source)) reportReference(node, { input, source }, context)
  }
  reportUnusedEdges(node, { input, used }, context)
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
