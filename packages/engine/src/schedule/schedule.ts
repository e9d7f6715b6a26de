import { RunnelError } from '@runnel/contract'
import type { PlanEdge, RunPlan } from '@runnel/graph'
import type { FinishedStep } from '../scope.ts'
import { ERROR_BRANCH } from '../step/step-end.ts'
import { findHoldingLoops, isTakenBack, placeOfLoopEnd } from './held-joins.ts'
import {
  compareGenerations,
  comparePlaces,
  coneBelow,
  createGeneration,
  createScheduleState,
  type Generation,
  type GenerationEdge,
  labelOf,
  linkIncoming,
  type ScheduleState,
  type StepPlace,
} from './schedule-state.ts'

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
  ready: Generation[]
  /** Takes the first ready step; undefined when none is. */
  take(): Generation | undefined
  /**
   * Decides the edges of a step that is done; a jump opens the cone below its target as a new generation and makes
   * the target ready. False when the target is unknown.
   */
  finish(generation: Generation, decision: StepDecision): boolean
  /** True while a join waits for a loop. */
  hasHeld(): boolean
  /** Makes the first held join ready when nothing else is left; false when there is none. */
  releaseHeld(): boolean
}

/** Makes the schedule of a plan: its starts are ready, all else is open. */
export function createSchedule(plan: RunPlan): Schedule {
  const state = createScheduleState(plan)
  for (const [index, id] of plan.starts.entries()) {
    const generation = state.current.get(id)
    if (generation) settleReady(state, generation, { decider: undefined, depth: 0, route: [index] })
  }
  return {
    ready: state.ready,
    take: () => state.ready.shift(),
    finish: (generation, { fires, jumpTarget }) => {
      generation.status = 'finished'
      decideOutgoing(state, generation, fires)
      const isKnown = jumpTarget === undefined || jumpTo(state, generation, jumpTarget)
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

function jumpTo(state: ScheduleState, from: Generation, targetId: string): boolean {
  const cone = coneBelow(state, targetId)
  const opened: Generation[] = []
  for (const step of cone) {
    const before = state.current.get(step.node.id)
    if (!before) continue
    if (isTakenBack(before, cone)) before.status = 'dead'
    const generation = createGeneration(step, { ...before, number: before.number + 1 })
    state.current.set(step.node.id, generation)
    opened.push(generation)
  }
  for (const generation of opened) linkIncoming(state, generation)
  const [target] = opened
  if (!target) return false
  target.cause = from
  const depth = (from.place?.depth ?? 0) + 1
  settleReady(state, target, { decider: from, depth, route: JUMP_ROUTE })
  return true
}

function recheckHeld(state: ScheduleState): void {
  for (const generation of [...state.held]) {
    if (generation.status !== 'held') state.held.splice(state.held.indexOf(generation), 1)
    else if (findHoldingLoops(state, generation).length === 0) release(state, generation)
  }
}

function release(state: ScheduleState, generation: Generation): void {
  state.held.splice(state.held.indexOf(generation), 1)
  const edges = generation.incoming.map((link) => link.place)
  const loops = [...(generation.heldBy ?? [])].map((loop) => placeOfLoopEnd(loop, JUMP_ROUTE))
  settleReady(state, generation, latestPlace([...edges, ...loops]))
}

/** Decides the edges of a step that is done, and jumps where it says so. `failed`: only its error branch fires. */
export function decideStep(schedule: Schedule, step: FinishedStep, failed: boolean): void {
  const { generation, jumpTarget } = step
  const fires = failed ? isErrorEdge : createFiring(step)
  if (schedule.finish(generation, { fires, jumpTarget })) return
  throw new RunnelError(
    'invalid_flow',
    `"${labelOf(generation.step)}" jumps back to "${jumpTarget}", which is not a step beside it. Choose another node.`,
  )
}

function isErrorEdge(edge: PlanEdge): boolean {
  return edge.branch === ERROR_BRANCH
}

/** Fulfilled branches fire; when none is, the last one does. A plain output always fires, one among others when named. */
function createFiring({ output }: FinishedStep): (edge: PlanEdge) => boolean {
  const { conditions, fires } = output
  if (fires) return (edge) => !isErrorEdge(edge) && fires.includes(edge.branch)
  if (!conditions) return (edge) => !isErrorEdge(edge)
  const noneHolds = conditions.every((condition) => !condition.isFulfilled)
  return (edge) => {
    if (isErrorEdge(edge)) return false
    if (edge.role === 'value' || edge.branchIndex < 0) return true
    if (noneHolds) return edge.branchIndex === conditions.length - 1
    return conditions[edge.branchIndex]?.isFulfilled === true
  }
}

/** Decides the edges of a step that is done, in the order of its edges. Dead branches propagate at once. */
function decideOutgoing(
  state: ScheduleState,
  generation: Generation,
  fires: (edge: PlanEdge) => boolean,
): void {
  const depth = (generation.place?.depth ?? 0) + 1
  for (const link of inOrder(generation.outgoing)) {
    const place = { decider: generation, depth, route: [link.index] }
    decideEdge(state, link, { decision: fires(link.edge) ? 'fired' : 'dead', place })
  }
}

/** Makes a step ready, at its place in step order. */
function settleReady(state: ScheduleState, target: Generation, place: StepPlace): void {
  target.status = 'ready'
  target.place = place
  let index = state.ready.length
  for (; index > 0; index -= 1) {
    const before = state.ready[index - 1]
    if (before && compareGenerations(before, target) <= 0) break
  }
  state.ready.splice(index, 0, target)
}

/** The later of places. */
function latestPlace(places: (StepPlace | undefined)[]): StepPlace {
  let last: StepPlace = { decider: undefined, depth: 0, route: [] }
  for (const place of places) {
    if (place && comparePlaces(place, last) > 0) last = place
  }
  return last
}

interface EdgeDecision {
  decision: 'fired' | 'dead'
  place: StepPlace
}

function decideEdge(state: ScheduleState, link: GenerationEdge, { decision, place }: EdgeDecision): void {
  if (link.decision !== 'open') return
  link.decision = decision
  link.place = place
  const { target } = link
  target.openEdges -= 1
  if (target.openEdges > 0 || target.status !== 'open') return
  const last = latestPlace(target.incoming.map((incoming) => incoming.place))
  if (!isAlive(target)) settleDead(state, target, last)
  else if (state.loops.length === 0 || findHoldingLoops(state, target).length === 0)
    settleReady(state, target, last)
  else {
    target.status = 'held'
    state.held.push(target)
  }
}

/** At least one control edge fired, and no value that the step needs is missing. */
function isAlive(target: Generation): boolean {
  const control = target.incoming.filter((link) => link.edge.role === 'sequence')
  const values = target.incoming.filter((link) => link.edge.role === 'value')
  if (values.some((link) => link.decision === 'dead')) return false
  return control.length === 0 || control.some((link) => link.decision === 'fired')
}

function settleDead(state: ScheduleState, target: Generation, place: StepPlace): void {
  target.status = 'dead'
  target.place = place
  for (const link of inOrder(target.outgoing)) {
    const further = { ...place, route: [...place.route, link.index] }
    decideEdge(state, link, { decision: 'dead', place: further })
  }
}

function inOrder(links: GenerationEdge[]): GenerationEdge[] {
  return links.length < 2 ? links : links.toSorted((a, b) => a.index - b.index)
}
