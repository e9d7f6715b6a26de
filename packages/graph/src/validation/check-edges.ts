import type { FlowEdge, Problem } from '@runnel/contract'
import { groupBy, sortTopologically } from '../plan/sort-topologically.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { anchorsOf, type InputPort, type OutputPort } from '../rules/anchors-of.ts'
import type { CheckedNode, ValidationContext } from './validation-context.ts'

function placeOf(edge: FlowEdge): { edgeId: string; nodeId: string } {
  return { edgeId: edge.id, nodeId: edge.target }
}

function checkEnds(edge: FlowEdge, { index }: ValidationContext): Problem[] {
  if (edge.source === edge.target) {
    return [makeProblem('error', 'edge_self', placeOf(edge))]
  }
  const missing = [edge.source, edge.target].find((id) => !index.nodes.has(id))
  if (missing === undefined) return []
  const there = missing === edge.source ? edge.target : edge.source
  const details = { edge: edge.id, node: missing }
  return [makeProblem('error', 'edge_dangling', { edgeId: edge.id, nodeId: there, details })]
}

interface Ports {
  outputs: Map<string, OutputPort>
  inputs: Map<string, InputPort>
}

function portsOf({ node, definition }: CheckedNode): Ports {
  const { inputs, outputs } = anchorsOf(node, definition)
  return {
    outputs: new Map(outputs.map((port) => [port.anchor, port])),
    inputs: new Map(inputs.map((port) => [port.anchor, port])),
  }
}

function checkAnchors(edge: FlowEdge, ports: ReadonlyMap<string, Ports>): Problem[] {
  const source = ports.get(edge.source)
  const target = ports.get(edge.target)
  if (!source || !target) return []
  const output = source.outputs.get(edge.sourceAnchor)
  const input = target.inputs.get(edge.targetAnchor)
  if ((!output && edge.sourceAnchor !== 'error') || !input) {
    const details = { edge: edge.id, anchor: output ? edge.targetAnchor : edge.sourceAnchor }
    return [makeProblem('warning', 'edge_unknown_anchor', { ...placeOf(edge), details })]
  }
  const isControl = input.types.length === 0 || !output || output.types.length === 0
  if (isControl || output.types.some((type) => input.types.includes(type))) return []
  const details = { output: output.label, input: input.label, types: input.types.join(' | ') }
  return [makeProblem('warning', 'edge_type_mismatch', { ...placeOf(edge), details })]
}

function checkCounts(context: ValidationContext, ports: ReadonlyMap<string, Ports>): Problem[] {
  return [...context.index.edgesTo].flatMap(([target, edges]) =>
    [...groupBy(edges, (edge) => edge.targetAnchor)].flatMap(([anchor, group]) => {
      const input = ports.get(target)?.inputs.get(anchor)
      const [, second] = group
      if (!second || !input || input.isList || input.role === 'value') return []
      const details = { input: input.label, number: group.length }
      return [makeProblem('warning', 'edge_too_many', { ...placeOf(second), details })]
    }),
  )
}

function checkBorders(edge: FlowEdge, { index }: ValidationContext): Problem[] {
  if (edge.role !== 'sequence' || !index.nodes.has(edge.source) || !index.nodes.has(edge.target)) return []
  if (index.nodes.get(edge.source)?.parent === index.nodes.get(edge.target)?.parent) return []
  return [makeProblem('warning', 'edge_crosses_border', placeOf(edge))]
}

function checkCycles({ document, index }: ValidationContext): Problem[] {
  const edges = document.edges.filter((edge) => edge.source !== edge.target)
  const { cyclic } = sortTopologically([...index.nodes.keys()], edges)
  if (cyclic.length === 0) return []
  const reversed = edges.map((edge) => ({ source: edge.target, target: edge.source }))
  const core = sortTopologically(cyclic, reversed).cyclic
  return core.map((nodeId) => makeProblem('error', 'edge_cycle', { nodeId }))
}

/** Edges that lead nowhere, to anchors that are not there, to the wrong type, twice, across borders or in circles. */
export function checkEdges(context: ValidationContext): Problem[] {
  const ports = new Map(context.nodes.map((checked) => [checked.node.id, portsOf(checked)]))
  return [
    ...context.document.edges.flatMap((edge) => [
      ...checkEnds(edge, context),
      ...checkAnchors(edge, ports),
      ...checkBorders(edge, context),
    ]),
    ...checkCounts(context, ports),
    ...checkCycles(context),
  ]
}
