import type { PlanEdge, PlanStep, RunPlan } from '@runnel/graph'

/** What became of the steps of one plan so far. */
export interface ScheduleState {
  plan: RunPlan
  /** The latest generation of each step. */
  current: Map<string, Generation>
  /** Steps that may jump back. */
  loops: PlanStep[]
  /** Each step and everything below it, by the step's id; filled on demand. */
  cones: Map<string, Set<PlanStep>>
  /** Ready steps, in step order. */
  ready: Generation[]
  /** Joins that wait until no loop can take back one of their dead edges. */
  held: Generation[]
}

/** Makes the first generation of every step. */
export function createScheduleState(plan: RunPlan): ScheduleState {
  const steps = [...plan.steps.values()]
  const loops = steps.filter((step) => step.mayJumpTo !== undefined)
  const state: ScheduleState = { plan, current: new Map(), loops, cones: new Map(), ready: [], held: [] }
  for (const [position, step] of steps.entries())
    state.current.set(step.node.id, createGeneration(step, { position, number: 0 }))
  for (const generation of state.current.values()) linkIncoming(state, generation)
  return state
}

/** Makes one generation of a step, without edges. */
export function createGeneration(
  step: PlanStep,
  { position, number }: Pick<Generation, 'position' | 'number'>,
): Generation {
  const segment = stepSegment({ nodeId: step.node.id, position, generation: number })
  return { step, number, position, segment, status: 'open', incoming: [], outgoing: [], openEdges: 0 }
}

/** Links a step to the latest generations of its sources; what those have decided already holds here too. */
export function linkIncoming(state: ScheduleState, target: Generation): void {
  for (const edge of target.step.incoming) {
    const source = state.current.get(edge.source)
    if (!source) continue
    const index = source.step.outgoing.findIndex((candidate) => candidate.id === edge.id)
    const link: GenerationEdge = { edge, index, source, target, decision: 'open' }
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

/** Where in step order something was decided: by which step, and where among that step's followers. */
export interface StepPlace {
  /** The step whose end decided it; undefined for the starts of a plan. */
  decider: Generation | undefined
  /** Length of the chain of deciders. */
  depth: number
  /** Indexes of outgoing edges from the decider on, through dead steps. */
  route: number[]
}

/** An edge between two generations of two steps. */
export interface GenerationEdge {
  edge: PlanEdge
  /** Index among the source's outgoing edges. */
  index: number
  source: Generation
  target: Generation
  decision: 'open' | 'fired' | 'dead'
  place?: StepPlace
}

/** One generation of one step. */
export interface Generation {
  step: PlanStep
  /** Which one it is, from 0. */
  number: number
  /** What stands for it in paths. */
  segment: string
  /** Place of the step in its plan. */
  position: number
  status: 'open' | 'held' | 'ready' | 'running' | 'waiting' | 'finished' | 'failed' | 'dead'
  incoming: GenerationEdge[]
  outgoing: GenerationEdge[]
  /** Incoming edges that are not decided yet. */
  openEdges: number
  /** Set when the step became ready or dead. */
  place?: StepPlace
  /** The loop step that jumped here. */
  cause?: Generation
  /** Set when the step, or one inside it, made a call in this process that no earlier owner has finished. */
  calledOut?: boolean
  /** Loop steps that this join waited for, as they could have taken back a dead edge. */
  heldBy?: Set<Generation>
}

/**
 * Compares two places in the reference's queue without replaying it: a step enters the queue when its last
 * incoming edge is decided, so whoever was decided by an earlier step is earlier, and followers of one step stand
 * in the order of its edges. A shorter chain of deciders is always earlier: the queue is first in, first out.
 * Negative when `a` comes first.
 */
export function comparePlaces(a: StepPlace, b: StepPlace): number {
  let left = a
  let right = b
  while (left.depth === right.depth && left.decider !== right.decider) {
    const leftPlace = left.decider?.place
    const rightPlace = right.decider?.place
    if (!leftPlace || !rightPlace) break
    left = leftPlace
    right = rightPlace
  }
  return left.depth - right.depth || compareRoutes(left.route, right.route)
}

/** Compares two steps that are ready, dead, running or done. Negative when `a` comes first in step order. */
export function compareGenerations(a: Generation, b: Generation): number {
  if (a === b || !a.place || !b.place) return 0
  return comparePlaces(a.place, b.place) || a.number - b.number
}

function compareRoutes(a: number[], b: number[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (right === undefined) return 1
    if (left !== right) return left - right
  }
  return a.length - b.length
}

/** The label of a step's node, for messages and events. */
export function labelOf(step: PlanStep): string {
  return step.node.label === '' ? step.node.id : step.node.label
}

/** The path of a step. */
export function pathOf({ prefix }: { prefix: string }, { segment }: { segment: string }): string {
  return `${prefix}${segment}`
}

/** Ids up to this length stand in paths as a whole: a path is part of a key that databases limit. */
const LONGEST_NAME = 120
const KEPT_OF_LONG = 40

/** What has a meaning in paths, and what databases cannot keep: control characters and halves of surrogate pairs. */
const SPECIAL = /[%/#[\]\p{Cc}\p{Cs}]/gu

/** What nearly every id is: nothing to look for, nothing to cut. */
const ORDINARY = /^[\w.-]{1,120}$/

/** Which generation of which step; `position` is the step's place in its plan. */
interface NamedStep {
  nodeId: string
  position: number
  generation: number
}

/**
 * The segment of a path that names one generation of a step: `node#generation`. Ids come from imported files, so
 * anything may stand in them: special characters are written as `%2f` or `%ud800`; of a long id only the beginning
 * is kept, with the step's position in its plan (`%~7`). Ordinary ids stay as they are.
 */
export function stepSegment({ nodeId, position, generation }: NamedStep): string {
  if (ORDINARY.test(nodeId)) return `${nodeId}#${generation}`
  const name = escapeId(nodeId)
  if (name.length <= LONGEST_NAME) return `${name}#${generation}`
  return `${escapeId(nodeId.slice(0, KEPT_OF_LONG))}%~${position}#${generation}`
}

function escapeId(id: string): string {
  return id.replace(SPECIAL, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x100 ? `%${code.toString(16).padStart(2, '0')}` : `%u${code.toString(16)}`
  })
}
