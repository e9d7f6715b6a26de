import type { FlowNode, NodeDefinition } from '@runnel/contract'
import type { PlanComponent, PlanEdge, PlanInput, PlanStep, RunPlan } from '../run-plan.ts'
import { type ChatDependency, findChatDependencies } from './chat-dependencies.ts'
import { findEndingNode } from './find-ending-node.ts'
import { refuseRun } from './plan-problem.ts'
import { checkDangling, checkTypes, refuseCycle } from './reachable-problems.ts'
import type { RunnableGraph } from './runnable-graph.ts'
import { groupBy, reachableFrom, sortTopologically } from './sort-topologically.ts'

/** What is built while the nodes are walked, sources first. */
interface Building {
  dependenciesTo: Map<string, ChatDependency[]>
  stepIds: Set<string>
  steps: Map<string, PlanStep>
  components: Map<string, PlanComponent>
  /** Component id → dependencies on steps that whoever uses the component waits for. */
  waits: Map<string, ChatDependency[]>
}

function findStepIds(
  endings: readonly string[],
  order: readonly ReachedNode[],
  dependencies: readonly ChatDependency[],
): Set<string> {
  const kinds = new Map(order.map(({ node, definition }) => [node.id, definition.kind]))
  const ids = new Set(endings)
  for (const { source, role } of dependencies) {
    if (role !== 'component' && kinds.get(source) !== 'component' && kinds.has(source)) ids.add(source)
  }
  return ids
}

interface ReachedNode {
  node: FlowNode
  definition: NodeDefinition
}

function isStepInput(dependency: ChatDependency, building: Building): boolean {
  return dependency.role !== 'component' && building.stepIds.has(dependency.source)
}

function makeInput(dependency: ChatDependency, building: Building): PlanInput | undefined {
  if (isStepInput(dependency, building)) {
    return { kind: 'step', nodeId: dependency.source, output: dependency.output }
  }
  const component = building.components.get(dependency.source)
  return component && { kind: 'component', component: { ...component, output: dependency.output } }
}

function collectAnchors(nodeId: string, building: Building): Record<string, PlanInput[]> {
  const filled = (building.dependenciesTo.get(nodeId) ?? []).flatMap((dependency) => {
    const input = dependency.role === 'sequence' ? undefined : makeInput(dependency, building)
    return input ? [{ anchor: dependency.anchor, input }] : []
  })
  const groups = groupBy(filled, ({ anchor }) => anchor)
  return Object.fromEntries([...groups].map(([anchor, group]) => [anchor, group.map(({ input }) => input)]))
}

function collectWaits(nodeId: string, building: Building): ChatDependency[] {
  const waits = (building.dependenciesTo.get(nodeId) ?? []).flatMap((dependency) =>
    isStepInput(dependency, building) ? [dependency] : (building.waits.get(dependency.source) ?? []),
  )
  return [...new Set(waits)]
}

function addNode({ node, definition }: ReachedNode, building: Building): void {
  const anchors = collectAnchors(node.id, building)
  const output = node.outputs?.output ?? definition.outputs?.[0]?.name ?? definition.name
  building.components.set(node.id, { node, definition, output, anchors })
  const waits = collectWaits(node.id, building)
  if (building.stepIds.has(node.id)) {
    building.steps.set(node.id, { node, definition, incoming: [], outgoing: [], anchors })
  }
  building.waits.set(node.id, waits)
}

function makeWaitEdge(wait: ChatDependency, target: string): PlanEdge {
  const role = wait.role === 'sequence' ? 'sequence' : 'value'
  const id = wait.target === target ? wait.id : `${wait.id}>${target}`
  return { id, source: wait.source, target, role, branch: wait.output, branchIndex: -1 }
}

function connect(building: Building, dependencies: readonly ChatDependency[]): void {
  const places = new Map(dependencies.map((dependency, index) => [dependency, index]))
  const edges = [...building.steps.keys()].flatMap((target) =>
    (building.waits.get(target) ?? []).map((wait) => ({
      edge: makeWaitEdge(wait, target),
      place: places.get(wait) ?? 0,
    })),
  )
  for (const { edge } of edges.toSorted((a, b) => a.place - b.place)) {
    building.steps.get(edge.source)?.outgoing.push(edge)
    building.steps.get(edge.target)?.incoming.push(edge)
  }
}

function inDocumentOrder(graph: RunnableGraph, steps: ReadonlyMap<string, PlanStep>): Map<string, PlanStep> {
  const ordered = new Map<string, PlanStep>()
  for (const id of graph.nodes.keys()) {
    const step = steps.get(id)
    if (step) ordered.set(id, step)
  }
  return ordered
}

function orderReached(
  graph: RunnableGraph,
  dependencies: readonly ChatDependency[],
  endings: readonly string[],
): ReachedNode[] {
  const dependenciesTo = groupBy(dependencies, (dependency) => dependency.target)
  const reached = reachableFrom([...endings], (id) =>
    (dependenciesTo.get(id) ?? []).map(({ source }) => source).filter((source) => graph.nodes.has(source)),
  )
  const ids = [...graph.nodes.keys()].filter((id) => reached.has(id))
  const { order, cyclic } = sortTopologically(ids, dependencies)
  const into = graph.edges.filter((edge) => reached.has(edge.target))
  refuseRun([
    ...checkTypes(graph, reached),
    ...checkDangling(graph, into, reached),
    ...refuseCycle(graph, cyclic),
  ])
  return order.flatMap((id) => {
    const item = graph.nodes.get(id)
    return item?.definition ? [{ node: item.node, definition: item.definition }] : []
  })
}

/**
 * Plans a chat flow: the ending chain or agent is a step, with those that may be chosen in its place; other chains and agents whose result is a value are
 * steps before it; everything else hangs below them as components.
 * @throws RunnelError `invalid_flow`
 */
export function planChatFlow(graph: RunnableGraph): RunPlan {
  const dependencies = findChatDependencies(graph)
  const found = findEndingNode(graph, dependencies)
  if ('problem' in found) {
    refuseRun([found.problem])
    return { flowType: 'chat', steps: new Map(), starts: [] }
  }
  return planUpTo(
    graph,
    dependencies,
    [found.ending, ...found.others].map(({ node }) => node.id),
  ).plan
}

/**
 * Plans the part of a chat flow that leads to some nodes, as steps; also gives each node of it as a component.
 * @throws RunnelError `invalid_flow`
 */
export function planUpTo(
  graph: RunnableGraph,
  dependencies: readonly ChatDependency[],
  endings: readonly string[],
): { plan: RunPlan; components: ReadonlyMap<string, PlanComponent> } {
  const order = orderReached(graph, dependencies, endings)
  const building: Building = {
    dependenciesTo: groupBy(dependencies, (dependency) => dependency.target),
    stepIds: findStepIds(endings, order, dependencies),
    steps: new Map(),
    components: new Map(),
    waits: new Map(),
  }
  for (const item of order) addNode(item, building)
  connect(building, dependencies)
  const steps = inDocumentOrder(graph, building.steps)
  const starts = [...steps.values()].filter((step) => step.incoming.length === 0).map((step) => step.node.id)
  return { plan: { flowType: 'chat', steps, starts }, components: building.components }
}
