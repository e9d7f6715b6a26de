import type { StepRecord } from '@runnel/contract'
import type { RunSession } from '../run-session.ts'
import type { Scope, Sight } from '../scope.ts'
import type { StepRun } from './step-run.ts'

/**
 * The start of a call is committed with the finished calls before it; alone it is only written soon. So an owner
 * that died may have begun more than the journal tells, though nothing that comes after a call which the journal
 * does not hold. What comes after what is known of steps only: calls of one step may be made at once.
 */
export function mayHaveBegun(scope: Scope, sight: Sight): boolean {
  if (scope.session.firstAttempt === 1 || scope.followsNewCall) return false
  return !sight.calledOut
}

/** The number of the next attempt: above the last recorded one, and above those that may be lost. */
export function nextAttempt(
  session: Pick<RunSession, 'firstAttempt'>,
  latest: StepRecord | undefined,
  begun: boolean,
): number {
  const next = (latest?.attempt ?? 0) + 1
  return begun ? Math.max(next, session.firstAttempt) : next
}

/** Remembers that a call was made in this process: what comes after it is new. */
export function noteCall({ scope, instance }: StepRun): void {
  if (scope.session.firstAttempt === 1) return
  instance.calledOut = true
  for (const container of scope.containers) container.calledOut = true
}
