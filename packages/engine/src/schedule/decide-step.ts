import { RunnelError } from '@runnel/contract'
import type { PlanEdge } from '@runnel/graph'
import type { FinishedStep } from '../scope.ts'
import { ERROR_BRANCH } from '../step/step-end.ts'
import { labelOf } from '../step-label.ts'
import type { Schedule } from './schedule.ts'

/** Decides the edges of a step that is done, and jumps where it says so. `failed`: only its error branch fires. */
export function decideStep(schedule: Schedule, step: FinishedStep, failed: boolean): void {
  const { instance, jumpTarget } = step
  const fires = failed ? isErrorEdge : createFiring(step)
  if (schedule.finish(instance, { fires, jumpTarget })) return
  throw new RunnelError(
    'invalid_flow',
    `"${labelOf(instance.step)}" jumps back to "${jumpTarget}", which is not a step beside it. Choose another node.`,
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
