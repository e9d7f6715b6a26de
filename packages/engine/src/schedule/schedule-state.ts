import type { PlanStep, RunPlan } from '@runnel/graph'
import { stepSegment } from '../journal/step-segment.ts'
import type { EdgeInstance, StepInstance } from './step-instance.ts'

/** What became of the steps of one plan so far. */
export interface ScheduleState {
  plan: RunPlan
  /** The latest generation of each step. */
  current: Map<string, StepInstance>
  /** Steps that may jump back. */
  loops: PlanStep[]
  /** Each step and everything below it, by the step's id; filled on demand. */
  cones: Map<string, Set<PlanStep>>
  /** Ready steps, in step order. */
  ready: StepInstance[]
  /** Joins that wait until no loop can take back one of their dead edges. */
  held: StepInstance[]
}

/** Makes the first generation of every step. */
export function createScheduleState(plan: RunPlan): ScheduleState {
  const steps = [...plan.steps.values()]
  const loops = steps.filter((step) => step.mayJumpTo !== undefined)
  const state: ScheduleState = { plan, current: new Map(), loops, cones: new Map(), ready: [], held: [] }
  for (const [position, step] of steps.entries())
    state.current.set(step.node.id, createInstance(step, { position, generation: 0 }))
  for (const instance of state.current.values()) linkIncoming(state, instance)
  return state
}

/** Makes one generation of a step, without edges. */
export function createInstance(
  step: PlanStep,
  { position, generation }: Pick<StepInstance, 'position' | 'generation'>,
): StepInstance {
  const segment = stepSegment({ nodeId: step.node.id, position, generation })
  return { step, generation, position, segment, status: 'open', incoming: [], outgoing: [], openEdges: 0 }
}

/** Links a step to the latest generations of its sources; what those have decided already holds here too. */
export function linkIncoming(state: ScheduleState, target: StepInstance): void {
  for (const edge of target.step.incoming) {
    const source = state.current.get(edge.source)
    if (!source) continue
    const index = source.step.outgoing.findIndex((candidate) => candidate.id === edge.id)
    const link: EdgeInstance = { edge, index, source, target, decision: 'open' }
    target.incoming.push(link)
    source.outgoing.push(link)
    const decided = source.outgoing.find((other) => other.edge === edge && other.decision !== 'open')
    if (decided?.place) Object.assign(link, { decision: decided.decision, place: decided.place })
    else target.openEdges += 1
  }
}

/** A step and everything below it, the step first; empty for an unknown one. */
export function coneBelow(state: ScheduleState, id: string): Set<PlanStep> {
  const known = state.cones.get(id)
  if (known) return known
  const cone = new Set<PlanStep>()
  const open = [id]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const step = state.plan.steps.get(next)
    if (!step || cone.has(step)) continue
    cone.add(step)
    for (const edge of step.outgoing) open.push(edge.target)
  }
  state.cones.set(id, cone)
  return cone
}
