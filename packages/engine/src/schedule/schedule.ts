import type { PlanEdge, PlanStep, RunPlan } from '@runnel/graph'
import { compareInstances, comparePlaces } from './compare-places.ts'
import type { EdgeInstance, StepInstance, StepPlace } from './step-instance.ts'

/** A jump is decided before the followers of the loop step. */
const JUMP_ROUTE = -1

/** Which steps of one plan are ready, and what became of the others. Holds no results. */
export interface Schedule {
  /** Ready steps, in step order. */
  ready: StepInstance[]
  /** Takes the first ready step; undefined when none is. */
  take(): StepInstance | undefined
  /** Decides the edges of a step that is done. Dead branches propagate at once. */
  decide(instance: StepInstance, fires: (edge: PlanEdge) => boolean): void
  /** Opens the cone below `target` as a new generation and makes the target ready; false when it is unknown. */
  jump(from: StepInstance, target: string): boolean
}

/** Makes the schedule of a plan: its starts are ready, all else is open. */
export function createSchedule(plan: RunPlan): Schedule {
  const state: ScheduleState = { plan, current: new Map(), cones: new Map(), ready: [] }
  for (const [id, step] of plan.steps) state.current.set(id, createInstance(step, 0))
  for (const instance of state.current.values()) linkIncoming(state, instance)
  for (const [index, id] of plan.starts.entries()) {
    const instance = state.current.get(id)
    if (instance) settleReady(state, instance, { decider: undefined, depth: 0, route: [index] })
  }
  return {
    ready: state.ready,
    take: () => state.ready.shift(),
    decide: (instance, fires) => decideOutgoing(state, instance, fires),
    jump: (from, target) => jumpTo(state, from, target),
  }
}

interface ScheduleState {
  plan: RunPlan
  /** The latest generation of each step. */
  current: Map<string, StepInstance>
  cones: Map<string, PlanStep[]>
  ready: StepInstance[]
}

function createInstance(step: PlanStep, generation: number): StepInstance {
  return { step, generation, status: 'open', incoming: [], outgoing: [], openEdges: 0 }
}

function linkIncoming(state: ScheduleState, target: StepInstance): void {
  for (const edge of target.step.incoming) {
    const source = state.current.get(edge.source)
    if (!source) continue
    const index = source.step.outgoing.findIndex((candidate) => candidate.id === edge.id)
    const link: EdgeInstance = { edge, index, source, target, decision: 'open' }
    target.incoming.push(link)
    source.outgoing.push(link)
    const decided = earlierDecision(source, link)
    if (decided?.place) Object.assign(link, { decision: decided.decision, place: decided.place })
    else target.openEdges += 1
  }
}

function earlierDecision(source: StepInstance, link: EdgeInstance): EdgeInstance | undefined {
  return source.outgoing.find((other) => other.edge === link.edge && other.decision !== 'open')
}

function decideOutgoing(
  state: ScheduleState,
  instance: StepInstance,
  fires: (edge: PlanEdge) => boolean,
): void {
  const depth = (instance.place?.depth ?? 0) + 1
  for (const link of inOrder(instance.outgoing)) {
    const place = { decider: instance, depth, route: [link.index] }
    decideEdge(state, link, { decision: fires(link.edge) ? 'fired' : 'dead', place })
  }
}

function inOrder(links: EdgeInstance[]): EdgeInstance[] {
  return links.length < 2 ? links : links.toSorted((a, b) => a.index - b.index)
}

interface EdgeDecision {
  decision: 'fired' | 'dead'
  place: StepPlace
}

function decideEdge(state: ScheduleState, link: EdgeInstance, { decision, place }: EdgeDecision): void {
  if (link.decision !== 'open') return
  link.decision = decision
  link.place = place
  const { target } = link
  target.openEdges -= 1
  if (target.openEdges > 0 || target.status !== 'open') return
  const last = latestPlace(target)
  if (isAlive(target)) settleReady(state, target, last)
  else settleDead(state, target, last)
}

/** At least one control edge fired, and no value that the step needs is missing. */
function isAlive(target: StepInstance): boolean {
  const control = target.incoming.filter((link) => link.edge.role === 'sequence')
  const values = target.incoming.filter((link) => link.edge.role === 'value')
  if (values.some((link) => link.decision === 'dead')) return false
  return control.length === 0 || control.some((link) => link.decision === 'fired')
}

function latestPlace(target: StepInstance): StepPlace {
  let last: StepPlace = { decider: undefined, depth: 0, route: [] }
  for (const link of target.incoming) {
    if (link.place && comparePlaces(link.place, last) > 0) last = link.place
  }
  return last
}

function settleReady(state: ScheduleState, target: StepInstance, place: StepPlace): void {
  target.status = 'ready'
  target.place = place
  let index = state.ready.length
  for (; index > 0; index -= 1) {
    const before = state.ready[index - 1]
    if (before && compareInstances(before, target) <= 0) break
  }
  state.ready.splice(index, 0, target)
}

function settleDead(state: ScheduleState, target: StepInstance, place: StepPlace): void {
  target.status = 'dead'
  target.place = place
  for (const link of inOrder(target.outgoing)) {
    const further = { ...place, route: [...place.route, link.index] }
    decideEdge(state, link, { decision: 'dead', place: further })
  }
}

function jumpTo(state: ScheduleState, from: StepInstance, targetId: string): boolean {
  const cone = coneBelow(state, targetId)
  if (cone.length === 0) return false
  const opened = cone.map((step) => {
    const before = state.current.get(step.node.id)
    const instance = createInstance(step, (before?.generation ?? -1) + 1)
    state.current.set(step.node.id, instance)
    return instance
  })
  for (const instance of opened) linkIncoming(state, instance)
  const target = state.current.get(targetId)
  if (!target) return false
  target.cause = from
  const depth = (from.place?.depth ?? 0) + 1
  settleReady(state, target, { decider: from, depth, route: [JUMP_ROUTE] })
  return true
}

/** The step and everything below it, the step first; empty for an unknown one. */
function coneBelow(state: ScheduleState, targetId: string): PlanStep[] {
  const known = state.cones.get(targetId)
  if (known) return known
  const cone = new Set<PlanStep>()
  const open = [targetId]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const step = state.plan.steps.get(id)
    if (!step || cone.has(step)) continue
    cone.add(step)
    for (const edge of step.outgoing) open.push(edge.target)
  }
  const steps = [...cone]
  state.cones.set(targetId, steps)
  return steps
}
