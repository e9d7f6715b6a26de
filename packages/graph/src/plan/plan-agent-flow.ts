import {
  type FlowEdge,
  type FlowNode,
  type NodeDefinition,
  type Problem,
  RunnelError,
} from '@runnel/contract'
import { containersOf } from '../document/index-document.ts'
import type { PlanStep, RunPlan } from '../run-plan.ts'
import { checkStarts, findTriggers } from './agent-starts.ts'
import { makeControlEdge } from './plan-edge.ts'
import { makeRefusal, refuseRun } from './plan-problem.ts'
import { checkDangling, checkTypes, refuseCycle } from './reachable-problems.ts'
import type { RunnableGraph, RunnableNode } from './runnable-graph.ts'
import { groupBy, reachableFrom, sortTopologically } from './sort-topologically.ts'

/** The nodes and edges of one level: the canvas itself, or the inside of one container. */
interface Level {
  container: string | undefined
  nodes: RunnableNode[]
  edges: FlowEdge[]
  starts: string[]
}

interface Levels {
  nodesOf: Map<string, RunnableNode[]>
  edgesOf: Map<string, FlowEdge[]>
}

const CANVAS = ''

function splitLevels(graph: RunnableGraph): Levels {
  const levelOf = (id: string) => graph.nodes.get(id)?.node.parent ?? CANVAS
  const inside = graph.edges.filter((edge) => {
    const missesEnd = !graph.nodes.has(edge.source) || !graph.nodes.has(edge.target)
    return missesEnd || levelOf(edge.source) === levelOf(edge.target)
  })
  return {
    nodesOf: groupBy([...graph.nodes.values()], ({ node }) => node.parent ?? CANVAS),
    edgesOf: groupBy(inside, (edge) => levelOf(graph.nodes.has(edge.source) ? edge.source : edge.target)),
  }
}

const MAX_NESTING = 50

function checkNesting(graph: RunnableGraph): Problem[] {
  const nodes = new Map([...graph.nodes.values()].map(({ node }) => [node.id, node]))
  const tooDeep = [...nodes.values()].find((node) => containersOf(node, nodes).length > MAX_NESTING)
  if (!tooDeep) return []
  const message = `Node "${tooDeep.label}" lies in more than ${MAX_NESTING} iterations. Use a sub-flow instead.`
  return [makeRefusal('node_bad_parent', message, { nodeId: tooDeep.id })]
}

function startsInside(nodes: readonly RunnableNode[], edges: readonly FlowEdge[]): string[] {
  const targets = new Set(edges.map((edge) => edge.target))
  return nodes.map(({ node }) => node.id).filter((id) => !targets.has(id))
}

function levelOf(container: string | undefined, levels: Levels, graph: RunnableGraph): Level {
  const nodes = levels.nodesOf.get(container ?? CANVAS) ?? []
  const edges = levels.edgesOf.get(container ?? CANVAS) ?? []
  const starts =
    container === undefined ? findTriggers(graph).map(({ node }) => node.id) : startsInside(nodes, edges)
  return { container, nodes, edges, starts }
}

function checkLevel(level: Level, graph: RunnableGraph, reached: ReadonlySet<string>): FlowEdge[] {
  const ids = level.nodes.map(({ node }) => node.id)
  const isStuck = level.container !== undefined && ids.length > 0 && level.starts.length === 0
  const arcs = level.edges.filter((edge) => isStuck || (reached.has(edge.source) && reached.has(edge.target)))
  const { cyclic } = sortTopologically(isStuck ? ids : ids.filter((id) => reached.has(id)), arcs)
  refuseRun([
    ...checkTypes(graph, reached),
    ...checkDangling(graph, level.edges, reached),
    ...refuseCycle(graph, cyclic),
  ])
  return arcs
}

/** Where a loop node may jump back to: the id in the param that its definition names, whose value is `<id>-<label>`. */
function jumpOf({ values }: FlowNode, { jumpsTo }: NodeDefinition): Pick<PlanStep, 'mayJumpTo'> {
  const named = jumpsTo === undefined ? undefined : values[jumpsTo]
  if (typeof named !== 'string') return {}
  const [target = ''] = named.split('-')
  return target === '' ? {} : { mayJumpTo: target }
}

function makeStep(item: RunnableNode, levels: Levels, graph: RunnableGraph): PlanStep {
  const { node, definition } = item
  if (!definition) throw new RunnelError('internal', `Node ${node.id} has no definition.`)
  const hasChildren = levels.nodesOf.has(node.id)
  const step: PlanStep = {
    node,
    definition,
    incoming: [],
    outgoing: [],
    anchors: {},
    ...jumpOf(node, definition),
  }
  return hasChildren ? { ...step, children: planLevel(node.id, levels, graph) } : step
}

function planLevel(container: string | undefined, levels: Levels, graph: RunnableGraph): RunPlan {
  const level = levelOf(container, levels, graph)
  const edgesFrom = groupBy(level.edges, (edge) => edge.source)
  const followers = (id: string) => (edgesFrom.get(id) ?? []).map((edge) => edge.target)
  const reached = reachableFrom(level.starts, followers)
  const edges = checkLevel(level, graph, reached)
  const steps = new Map<string, PlanStep>()
  for (const item of level.nodes) {
    if (reached.has(item.node.id)) steps.set(item.node.id, makeStep(item, levels, graph))
  }
  for (const edge of edges) {
    const source = steps.get(edge.source)
    const target = steps.get(edge.target)
    if (!source || !target) continue
    const planEdge = makeControlEdge(edge, source)
    source.outgoing.push(planEdge)
    target.incoming.push(planEdge)
  }
  return { flowType: 'agent', steps, starts: level.starts.filter((id) => steps.has(id)) }
}

/**
 * Plans an agent flow: what can be reached from its one start, each container's inside as a plan of its own.
 * @throws RunnelError `invalid_flow`
 */
export function planAgentFlow(graph: RunnableGraph): RunPlan {
  refuseRun([...checkStarts(graph), ...checkNesting(graph)])
  return planLevel(undefined, splitLevels(graph), graph)
}
