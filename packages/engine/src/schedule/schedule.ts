import type { PlanEdge, RunPlan } from '@runnel/graph'
import { decideOutgoing, latestPlace, settleReady } from './decide-edges.ts'
import { findHoldingLoops, isTakenBack, placeOfLoopEnd } from './held-joins.ts'
import {
  coneBelow,
  createInstance,
  createScheduleState,
  linkIncoming,
  type ScheduleState,
} from './schedule-state.ts'
import type { StepInstance } from './step-instance.ts'

/** A jump is decided before the followers of the loop step. */
const JUMP_ROUTE = [-1]

/** How a step ended, as far as its followers care. */
interface StepDecision {
  fires: (edge: PlanEdge) => boolean
  jumpTarget: string | undefined
}

/** Which steps of one plan are ready, and what became of the others. Holds no results. */
export interface Schedule {
  /** Ready steps, in step order. */
  ready: StepInstance[]
  /** Takes the first ready step; undefined when none is. */
  take(): StepInstance | undefined
  /**
   * Decides the edges of a step that is done; a jump opens the cone below its target as a new generation and makes
   * the target ready. False when the target is unknown.
   */
  finish(instance: StepInstance, decision: StepDecision): boolean
  /** True while a join waits for a loop. */
  hasHeld(): boolean
  /** Makes the first held join ready when nothing else is left; false when there is none. */
  releaseHeld(): boolean
}

/** Makes the schedule of a plan: its starts are ready, all else is open. */
export function createSchedule(plan: RunPlan): Schedule {
  const state = createScheduleState(plan)
  for (const [index, id] of plan.starts.entries()) {
    const instance = state.current.get(id)
    if (instance) settleReady(state, instance, { decider: undefined, depth: 0, route: [index] })
  }
  return {
    ready: state.ready,
    take: () => state.ready.shift(),
    finish: (instance, { fires, jumpTarget }) => {
      instance.status = 'finished'
      decideOutgoing(state, instance, fires)
      const isKnown = jumpTarget === undefined || jumpTo(state, instance, jumpTarget)
      recheckHeld(state)
      return isKnown
    },
    hasHeld: () => state.held.length > 0,
    releaseHeld: () => {
      const [first] = state.held
      if (first) release(state, first)
      return first !== undefined
    },
  }
}

function jumpTo(state: ScheduleState, from: StepInstance, targetId: string): boolean {
  const cone = coneBelow(state, targetId)
  const opened: StepInstance[] = []
  for (const step of cone) {
    const before = state.current.get(step.node.id)
    if (!before) continue
    if (isTakenBack(before, cone)) before.status = 'dead'
    const instance = createInstance(step, { ...before, generation: before.generation + 1 })
    state.current.set(step.node.id, instance)
    opened.push(instance)
  }
  for (const instance of opened) linkIncoming(state, instance)
  const [target] = opened
  if (!target) return false
  target.cause = from
  const depth = (from.place?.depth ?? 0) + 1
  settleReady(state, target, { decider: from, depth, route: JUMP_ROUTE })
  return true
}

function recheckHeld(state: ScheduleState): void {
  for (const instance of [...state.held]) {
    if (instance.status !== 'held') state.held.splice(state.held.indexOf(instance), 1)
    else if (findHoldingLoops(state, instance).length === 0) release(state, instance)
  }
}

function release(state: ScheduleState, instance: StepInstance): void {
  state.held.splice(state.held.indexOf(instance), 1)
  const edges = instance.incoming.map((link) => link.place)
  const loops = [...(instance.heldBy ?? [])].map((loop) => placeOfLoopEnd(loop, JUMP_ROUTE))
  settleReady(state, instance, latestPlace([...edges, ...loops]))
}
