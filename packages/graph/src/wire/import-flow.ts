import {
  type FindDefinition,
  type FlowDocument,
  type FlowEdge,
  type FlowNode,
  type FlowType,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Problem,
  type Viewport,
} from '@runnel/contract'
import { indexDocument } from '../document/index-document.ts'
import { groupBy } from '../plan/sort-topologically.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { type EndNode, makeEndNode } from './edge-ends.ts'
import { settleKeyOrder } from './export-values.ts'
import { importEdge } from './import-edge.ts'
import { importNode } from './import-node.ts'
import { repairParents } from './import-parents.ts'
import { importReferences } from './import-references.ts'
import { inspectValues } from './import-values.ts'
import { type NamedWireNode, nameNodes } from './name-nodes.ts'
import { nameSome, type Report } from './report.ts'
import { reportEdgeLosses, reportNodeLosses } from './report-losses.ts'
import { unwrapFlow } from './unwrap-flow.ts'

/**
 * A flow that was taken in. `record` holds the other columns when an API record came (`chatbotConfig` …);
 * `problems` lists every repair and everything that will not work.
 */
export interface ImportedFlow {
  document: FlowDocument
  viewport?: Viewport
  record?: JsonObject
  name?: string
  type?: FlowType
  problems: Problem[]
}

function withParent(node: FlowNode, wire: JsonObject): FlowNode {
  const parent = [wire.parentNode, wire.parentId].find((id) => typeof id === 'string' && id !== '')
  return typeof parent === 'string' ? { ...node, parent } : node
}

function importNodes(
  named: readonly NamedWireNode[],
  find: FindDefinition,
  report: Report,
): ReadonlyMap<string, EndNode> {
  const imported = named.map((wireNode) => withParent(importNode(wireNode, find, report), wireNode.wire))
  const number = imported.filter((node) => node.size === undefined).length
  // Flows that were drawn here have no sizes either, so a line for each node would say nothing.
  if (number > 0) report(makeProblem('repair', 'node_missing_size', { details: { number } }))
  const former = new Map(named.map(({ id, formerType }) => [id, formerType]))
  return new Map(
    repairParents(imported, report).map((node) => {
      const formerType = former.get(node.id)
      return [node.id, { ...makeEndNode(node, find), ...(formerType === undefined ? {} : { formerType }) }]
    }),
  )
}

function importEdges(
  edges: readonly JsonValue[],
  ends: ReadonlyMap<string, EndNode>,
  report: Report,
): FlowEdge[] {
  const context = { ends, taken: new Set<string>(), repeats: new Map<string, number>(), report }
  return edges.map((edge, index) => importEdge(edge, index, context))
}

function reportExtraKeys(extra: JsonObject, report: Report): void {
  const keys = Object.keys(extra)
  if (keys.length > 0) report(makeProblem('repair', 'extra_keys', { details: { keys: nameSome(keys) } }))
}

/** Compares the references of all nodes with the edges and settles in which order their keys are kept. */
function settleNodes(
  ends: ReadonlyMap<string, EndNode>,
  edges: FlowEdge[],
  report: Report,
): ReadonlyMap<string, EndNode> {
  const { edgesTo } = indexDocument({ nodes: [], edges })
  const settled = [...ends.values()].map((end): [string, EndNode] => {
    const arriving = edgesTo.get(end.node.id) ?? []
    const edgesAt = groupBy(arriving, (edge) => edge.targetAnchor)
    const node = importReferences(end, { ends, edgesAt, report })
    return [node.id, { ...end, node: settleKeyOrder({ ...end, node }, arriving) }]
  })
  return new Map(settled)
}

interface WholeImport {
  named: readonly NamedWireNode[]
  wireEdges: readonly JsonValue[]
  ends: ReadonlyMap<string, EndNode>
  edges: FlowEdge[]
  problems: readonly Problem[]
}

function reportLosses({ named, wireEdges, ends, edges, problems }: WholeImport, report: Report): void {
  const { edgesTo } = indexDocument({ nodes: [], edges })
  const ofNodes = groupBy(problems, ({ nodeId }) => nodeId ?? '')
  const ofEdges = groupBy(problems, ({ edgeId }) => edgeId ?? '')
  for (const wireNode of named) {
    const end = ends.get(wireNode.id)
    const of = { edges: edgesTo.get(wireNode.id) ?? [], problems: ofNodes.get(wireNode.id) ?? [] }
    if (end) reportNodeLosses({ named: wireNode, end, ...of }, report)
  }
  for (const [index, edge] of edges.entries()) {
    const wire = wireEdges[index]
    if (isJsonObject(wire)) {
      reportEdgeLosses({ wire, edge, ends, problems: ofEdges.get(edge.id) ?? [] }, report)
    }
  }
}

/**
 * Takes a flow in, in any of the forms in which people publish them: text or parsed JSON, bare or as an API
 * record, of old versions, with unknown types, without handles. Nothing is dropped silently.
 * @throws RunnelError `invalid_json` with line and column; `invalid_flow` for what is no flow or too large
 */
export function importFlow(input: unknown, find: FindDefinition): ImportedFlow {
  const problems: Problem[] = []
  const report: Report = (problem) => problems.push(problem)
  const flow = unwrapFlow(input, report)
  reportExtraKeys(flow.extra, report)
  const named = nameNodes(flow.nodes, find, report)
  const read = importNodes(named, find, report)
  const edges = importEdges(flow.edges, read, report)
  const ends = settleNodes(read, edges, report)
  const nodes = [...ends.values()].map(({ node }) => node)
  for (const node of nodes) inspectValues(node, report)
  reportLosses({ named, wireEdges: flow.edges, ends, edges, problems: [...problems] }, report)
  const hasExtra = Object.keys(flow.extra).length > 0
  return {
    document: { nodes, edges, ...(hasExtra ? { extra: flow.extra } : {}) },
    ...(flow.viewport ? { viewport: flow.viewport } : {}),
    ...(flow.record ? { record: flow.record } : {}),
    ...(flow.name === undefined ? {} : { name: flow.name }),
    ...(flow.type ? { type: flow.type } : {}),
    problems,
  }
}
