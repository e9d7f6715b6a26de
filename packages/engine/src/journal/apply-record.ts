import {
  type ExecutedNode,
  isJsonObject,
  type JsonObject,
  RunnelError,
  type StepRecord,
} from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import type { WaitingStep } from '../engine-ports.ts'
import { CANCELLED_TEXT, createExecutedNode } from '../executed-node.ts'
import type { StepInstance } from '../schedule/step-instance.ts'
import type { FinishedStep, Scope, Sight } from '../scope.ts'
import { ERROR_BRANCH, type StepEnd } from '../step/step-end.ts'
import { diffState, findJumpTarget } from '../step/visible-steps.ts'
import { labelOf } from '../step-label.ts'
import { isOpenQuestion } from './journal-index.ts'

/** What reading ends of steps from a journal needs of a scope. */
export type RecordScope = Pick<Scope, 'iteration' | 'listsExecuted' | 'prefix'>

/** The path of a step. */
export function pathOf(scope: Pick<Scope, 'prefix'>, instance: StepInstance): string {
  return `${scope.prefix}${instance.segment}`
}

/** What an end is read from: the last record of a step, and what it saw. */
interface RecordedStep {
  instance: StepInstance
  seen: Sight
  record: StepRecord
}

/**
 * The end of a step as its record tells, with its own entry only; undefined when it has not ended, or waits for a
 * step inside it.
 */
export function applyRecord(scope: RecordScope, recorded: RecordedStep): StepEnd | undefined {
  const { instance, record } = recorded
  if (record.status === 'finished') return { kind: 'finished', step: applyFinished(scope, recorded) }
  if (record.status === 'failed') return applyFailed(scope, recorded)
  if (isOpenQuestion(record)) return applyWaiting(scope, instance, record)
  return undefined
}

function applyFinished(scope: RecordScope, { instance, seen, record }: RecordedStep): FinishedStep {
  const output = readStepOutput(record)
  const state = record.stateAfter ?? record.stateBefore ?? {}
  return {
    instance,
    seen,
    output,
    patch: diffState(record.stateBefore ?? {}, output),
    jumpTarget: findJumpTarget(seen, instance.step.node.id, output),
    executed: createExecutedNode(scope, instance, { status: 'FINISHED', output, state }),
  }
}

function applyFailed(scope: RecordScope, { instance, seen, record }: RecordedStep): StepEnd {
  if (record.error?.code === 'run_aborted')
    return { kind: 'terminated', executed: createStopEntry(scope, instance) }
  const error = restoreError(record)
  const executed = createExecutedNode(scope, instance, { status: 'ERROR', error: error.message })
  return { kind: 'failed', error, executed, step: createErrorStep({ instance, seen }, error, executed) }
}

function applyWaiting(scope: RecordScope, instance: StepInstance, record: StepRecord): StepEnd {
  const output = readStepOutput(record)
  const executed = createExecutedNode(scope, instance, {
    status: 'STOPPED',
    output,
    ...(record.stateBefore && { state: record.stateBefore }),
  })
  const place = { path: record.path, attempt: record.attempt, askedAt: record.finishedAt ?? record.startedAt }
  const question = output.wait ? [describeQuestion(instance, place, output.wait)] : []
  return { kind: 'waiting', waiting: question, executed }
}

/** What a caller needs to know of a step that waits. */
export function describeQuestion(
  instance: StepInstance,
  { path, attempt, askedAt }: { path: string; attempt: number; askedAt: number },
  { action, deadlineAt, outcomeAtDeadline }: NonNullable<StepOutput['wait']>,
): WaitingStep {
  return {
    path,
    attempt,
    nodeId: instance.step.node.id,
    nodeLabel: labelOf(instance.step),
    action,
    askedAt,
    ...(deadlineAt !== undefined && { deadlineAt }),
    ...(outcomeAtDeadline !== undefined && { outcomeAtDeadline }),
  }
}

/** The entry of a step that was stopped. */
export function createStopEntry(scope: RecordScope, instance: StepInstance): ExecutedNode[] {
  return createExecutedNode(scope, instance, { status: 'TERMINATED', error: CANCELLED_TEXT })
}

/** A failed step as one that is done, for its error branch; undefined when none is wired. */
export function createErrorStep(
  { instance, seen }: Pick<FinishedStep, 'instance' | 'seen'>,
  error: RunnelError,
  executed: ExecutedNode[],
): FinishedStep | undefined {
  const isWired = instance.step.outgoing.some((edge) => edge.branch === ERROR_BRANCH)
  if (!isWired) return undefined
  const { code, message } = error
  const output = { output: { content: message, error: { code, message } } }
  return { instance, seen, output, patch: undefined, jumpTarget: undefined, executed }
}

/** The output that a record holds; this engine wrote it from a `StepOutput`, which is plain JSON. */
export function readStepOutput(record: StepRecord): StepOutput {
  const recorded: JsonObject = isJsonObject(record.output) ? record.output : {}
  return { output: {}, ...(recorded as Partial<StepOutput>) }
}

/** The error of a failed step or call; the journal keeps only codes of the catalogue. */
export function restoreError({ error }: StepRecord): RunnelError {
  const code = (error?.code ?? 'step_failed') as RunnelError['code']
  return new RunnelError(code, error?.message ?? 'The step failed.')
}
