import type {
  FindDefinition,
  FlowDocument,
  FlowEdge,
  FlowNode,
  FlowType,
  JsonObject,
  JsonValue,
  Problem,
  Viewport,
} from '@runnel/contract'
import { indexDocument } from '../document/index-document.ts'
import { groupBy } from '../plan/sort-topologically.ts'
import type { EndNode } from './edge-ends.ts'
import { makeEndNode } from './end-node.ts'
import { importEdge } from './import-edge.ts'
import { importNode } from './import-node.ts'
import { repairParents } from './import-parents.ts'
import { importReferences } from './import-references.ts'
import { inspectValues } from './inspect-values.ts'
import { nameNodes } from './name-nodes.ts'
import { makeProblem, type Report } from './report.ts'
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

function importNodes(nodes: readonly JsonValue[], find: FindDefinition, report: Report): FlowNode[] {
  const named = nameNodes(nodes, find, report)
  const imported = named.map((wireNode) => withParent(importNode(wireNode, find, report), wireNode.wire))
  return repairParents(imported, report)
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
  if (keys.length === 0) return
  const message = `The file has fields beside the flow, which are kept: ${keys.slice(0, 20).join(', ')}.`
  report(makeProblem('repair', 'extra_keys', { message }))
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
  const nodes = importNodes(flow.nodes, find, report)
  const ends = new Map(nodes.map((node) => [node.id, makeEndNode(node, find)]))
  const edges = importEdges(flow.edges, ends, report)
  const { edgesTo } = indexDocument({ nodes: [], edges })
  const settled = [...ends.values()].map((end) =>
    importReferences(end, {
      ends,
      edgesAt: groupBy(edgesTo.get(end.node.id) ?? [], (edge) => edge.targetAnchor),
      report,
    }),
  )
  for (const node of settled) inspectValues(node, report)
  const hasExtra = Object.keys(flow.extra).length > 0
  return {
    document: { nodes: settled, edges, ...(hasExtra ? { extra: flow.extra } : {}) },
    ...(flow.viewport ? { viewport: flow.viewport } : {}),
    ...(flow.record ? { record: flow.record } : {}),
    ...(flow.name === undefined ? {} : { name: flow.name }),
    ...(flow.type ? { type: flow.type } : {}),
    problems,
  }
}
