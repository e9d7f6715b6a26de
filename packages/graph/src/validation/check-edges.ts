import type { FlowEdge, Problem, ProblemCode } from '@runnel/contract'
import { groupBy, sortTopologically } from '../plan/sort-topologically.ts'
import { anchorsOf, type InputPort, type OutputPort } from '../rules/anchors-of.ts'
import { type CheckedNode, nodeProblem, type ValidationContext } from './validation-context.ts'

function edgeProblem(
  severity: 'error' | 'warning',
  code: ProblemCode,
  { edge, message }: { edge: FlowEdge; message: string },
): Problem {
  return { code, severity, edgeId: edge.id, nodeId: edge.target, message }
}

function checkEnds(edge: FlowEdge, { index }: ValidationContext): Problem[] {
  if (edge.source === edge.target) {
    return [
      edgeProblem('error', 'edge_self', {
        edge,
        message: 'A node is connected to itself. Remove that edge.',
      }),
    ]
  }
  const missing = [edge.source, edge.target].find((id) => !index.nodes.has(id))
  if (missing === undefined) return []
  const there = missing === edge.source ? edge.target : edge.source
  const message = `An edge leads to "${missing}", which is not there. Remove that edge.`
  return [{ ...edgeProblem('error', 'edge_dangling', { edge, message }), nodeId: there }]
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
    const message = `An edge is joined to "${output ? edge.targetAnchor : edge.sourceAnchor}", which that node does not have now. Connect it again.`
    return [edgeProblem('warning', 'edge_unknown_anchor', { edge, message })]
  }
  const isControl = input.types.length === 0 || !output || output.types.length === 0
  if (isControl || output.types.some((type) => input.types.includes(type))) return []
  const message = `${output.label} does not fit ${input.label}. Connect something of the type ${input.types.join(' or ')}.`
  return [edgeProblem('warning', 'edge_type_mismatch', { edge, message })]
}

function checkCounts(context: ValidationContext, ports: ReadonlyMap<string, Ports>): Problem[] {
  return [...context.index.edgesTo].flatMap(([target, edges]) =>
    [...groupBy(edges, (edge) => edge.targetAnchor)].flatMap(([anchor, group]) => {
      const input = ports.get(target)?.inputs.get(anchor)
      const [, second] = group
      if (!second || !input || input.isList || input.role === 'value') return []
      const message = `${input.label} takes one connection, but has ${group.length}. Remove the others.`
      return [edgeProblem('warning', 'edge_too_many', { edge: second, message })]
    }),
  )
}

function checkBorders(edge: FlowEdge, { index }: ValidationContext): Problem[] {
  if (edge.role !== 'sequence' || !index.nodes.has(edge.source) || !index.nodes.has(edge.target)) return []
  if (index.nodes.get(edge.source)?.parent === index.nodes.get(edge.target)?.parent) return []
  const message =
    'An edge crosses the border of an iteration and has no effect. Connect the iteration itself.'
  return [edgeProblem('warning', 'edge_unknown_anchor', { edge, message })]
}

function checkCycles({ document, index }: ValidationContext): Problem[] {
  const edges = document.edges.filter((edge) => edge.source !== edge.target)
  const { cyclic } = sortTopologically([...index.nodes.keys()], edges)
  if (cyclic.length === 0) return []
  const reversed = edges.map((edge) => ({ source: edge.target, target: edge.source }))
  const core = sortTopologically(cyclic, reversed).cyclic
  return core.map((nodeId) =>
    nodeProblem('error', 'edge_cycle', {
      nodeId,
      message: 'This node lies on a way that leads back to itself. Use a Loop node to repeat steps.',
    }),
  )
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
