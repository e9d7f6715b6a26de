import type { PlanStep } from '@runnel/graph'
import { coneBelow, type Generation, type ScheduleState, type StepPlace } from './schedule-state.ts'

/**
 * The loops that may still take back a dead edge of a join: a branch that was not taken this time may be taken
 * after a jump, so the join waits until the loop has jumped or can no longer jump. Loops that come after the join
 * hold nothing.
 */
export function findHoldingLoops(state: ScheduleState, target: Generation): Generation[] {
  if (state.current.get(target.step.node.id) !== target) return []
  const dead = target.incoming.filter((link) => link.decision === 'dead')
  if (dead.length === 0) return []
  return state.loops.flatMap((loop) => {
    const generation = state.current.get(loop.node.id)
    if (!generation || isOver(generation) || loop.mayJumpTo === undefined) return []
    const reopened = coneBelow(state, loop.mayJumpTo)
    if (!dead.some((link) => reopened.has(link.source.step))) return []
    if (comesBefore(state, target.step, { loop, reopened })) return []
    target.heldBy = (target.heldBy ?? new Set()).add(generation)
    return [generation]
  })
}

/**
 * True when a loop comes after a step: below it, or below the target of an inner loop that does. An inner loop is
 * one that jumps into the body of the outer one, to another target.
 */
function comesBefore(
  state: ScheduleState,
  step: PlanStep,
  { loop, reopened }: { loop: PlanStep; reopened: Set<PlanStep> },
): boolean {
  const seen = new Set<string>()
  const open = [step.node.id]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const next = state.plan.steps.get(id)
    if (next === loop) return true
    if (!next || seen.has(id)) continue
    seen.add(id)
    open.push(...next.outgoing.map((edge) => edge.target))
    const jump = next.mayJumpTo === undefined ? undefined : state.plan.steps.get(next.mayJumpTo)
    if (jump && isInnerTarget(jump, { loop, reopened })) open.push(jump.node.id)
  }
  return false
}

function isInnerTarget(target: PlanStep, outer: { loop: PlanStep; reopened: Set<PlanStep> }): boolean {
  return target.node.id !== outer.loop.mayJumpTo && outer.reopened.has(target)
}

/** Where the end of a loop step without a jump stands. */
export function placeOfLoopEnd(loop: Generation, route: number[]): StepPlace | undefined {
  if (loop.status === 'dead') return loop.place
  return { decider: loop, depth: (loop.place?.depth ?? 0) + 1, route }
}

/** True for a generation that a jump has made meaningless: a branch above it will be decided anew. */
export function isTakenBack(target: Generation, reopened: ReturnType<typeof coneBelow>): boolean {
  if (target.status !== 'open' && target.status !== 'held') return false
  return target.incoming.some((link) => link.decision === 'dead' && reopened.has(link.source.step))
}

function isOver(generation: Generation): boolean {
  return generation.status === 'finished' || generation.status === 'failed' || generation.status === 'dead'
}
