import { pathOf, readStepOutput } from '../journal/apply-record.ts'
import type { StepInstance } from '../schedule/step-instance.ts'
import type { Scope } from '../scope.ts'
import type { Speaker } from '../streaming/speaker.ts'
import type { StepRun } from './step-run.ts'
import { listVisibleSteps, mergeState } from './visible-steps.ts'

/** What a scope starts a step with. */
export interface StepStart {
  scope: Scope
  instance: StepInstance
  speaker: Speaker
  isLast: boolean
}

/** Gathers what one run of a step knows before it begins. */
export function openStepRun({ scope, instance, speaker, isLast }: StepStart): StepRun {
  const { journal, ports, answered } = scope.session
  const path = pathOf(scope, instance)
  const latest = journal.findLatest(path)
  const question = journal.findLastWaiting(path)
  const isAsked = question !== undefined && answered?.path === path && answered.attempt === question.attempt
  const visible = listVisibleSteps(scope, instance)
  const startedAt = ports.now()
  return {
    scope,
    instance,
    step: instance.step,
    path,
    attempt: latest?.status === 'waiting' && !isAsked ? latest.attempt : (latest?.attempt ?? 0) + 1,
    clock: journal.findFirst(path)?.startedAt ?? startedAt,
    startedAt,
    visible,
    stateBefore: mergeState(scope.baseState, visible),
    isLast,
    speaker,
    showsReplayedText: latest?.status === 'started',
    answered: isAsked ? answered : undefined,
    interruptedCall: isAsked ? readStepOutput(question).wait?.interruptedCall : undefined,
    suspend: () => new Promise(() => undefined),
    components: {},
    counters: { models: 0, tools: 0 },
    usage: undefined,
    subflowResult: undefined,
    fatal: undefined,
  }
}
