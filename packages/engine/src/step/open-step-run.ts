import type { StepRecord } from '@runnel/contract'
import { createCallsInFlight } from '../calls/calls-in-flight.ts'
import type { StepInstance } from '../schedule/step-instance.ts'
import type { Scope } from '../scope.ts'
import { pathOf } from '../step-path.ts'
import type { Speaker } from '../streaming/speaker.ts'
import { findSight } from './find-sight.ts'
import { mayHaveBegun, nextAttempt } from './lost-attempts.ts'
import type { StepRun } from './step-run.ts'

/** What a scope starts a step with. */
export interface StepStart {
  scope: Scope
  instance: StepInstance
  speaker: Speaker
  isLast: boolean
}

/** A step that has ended runs only to say its text again. */
export function isToldAgain(latest: StepRecord | undefined): boolean {
  return latest?.status === 'finished'
}

/** Gathers what one run of a step knows before it begins. */
export function openStepRun({ scope, instance, speaker, isLast }: StepStart): StepRun {
  const { journal, ports } = scope.session
  const path = pathOf(scope, instance)
  const latest = journal.findLatest(path)
  const sight = findSight(scope, instance)
  const begun = mayHaveBegun(scope, sight)
  const startedAt = ports.now()
  return {
    scope,
    instance,
    step: instance.step,
    path,
    attempt: nextAttempt(scope.session, latest, begun),
    clock: journal.findFirst(path)?.startedAt ?? startedAt,
    startedAt,
    sight,
    stateBefore: sight.state,
    isLast,
    speaker,
    mayHaveBegun: begun,
    showsReplayedText: begun || latest?.status === 'started' || isToldAgain(latest),
    calls: createCallsInFlight(),
    questions: [],
    shownWhileWaiting: {},
    childEntries: [],
    hasToldSources: false,
    usage: undefined,
    fatal: undefined,
  }
}
