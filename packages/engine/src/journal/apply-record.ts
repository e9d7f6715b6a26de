import {
  type ExecutedNode,
  isJsonObject,
  type JsonObject,
  type Question,
  RunnelError,
  type StepRecord,
} from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import { CANCELLED_TEXT, createExecutedNode } from '../executed-node.ts'
import type { Generation } from '../schedule/schedule-state.ts'
import type { FinishedStep, Scope, Sight } from '../scope.ts'
import { diffState, findJumpTarget } from '../step/sight.ts'
import { ERROR_BRANCH, type StepEnd } from '../step/step-end.ts'
import { readQuestion } from './question-records.ts'

/** What reading ends of steps from a journal needs of a scope. */
export type RecordScope = Pick<Scope, 'iteration' | 'listsExecuted' | 'prefix'> & {
  findLatest(path: string): StepRecord | undefined
  /** Entries of the nodes inside a step, as far as the journal tells. */
  listChildren(generation: Generation): ExecutedNode[]
}

/** What an end is read from: the last record of a step, and what it saw. */
interface RecordedStep {
  generation: Generation
  seen: Sight
  record: StepRecord
}

/** The end of a step as its record tells; undefined when it has not ended. Of a finished one with its own entry only. */
export function applyRecord(scope: RecordScope, recorded: RecordedStep): StepEnd | undefined {
  const { generation, record } = recorded
  if (record.status === 'finished') return { kind: 'finished', step: applyFinished(scope, recorded) }
  if (record.status === 'failed') return applyFailed(scope, recorded)
  if (record.status === 'waiting') return applyWaiting(scope, generation, record)
  return undefined
}

function applyFinished(scope: RecordScope, { generation, seen, record }: RecordedStep): FinishedStep {
  const output = readStepOutput(record)
  const state = record.stateAfter ?? record.stateBefore ?? {}
  return {
    generation,
    seen,
    output,
    patch: diffState(record.stateBefore ?? {}, output),
    jumpTarget: findJumpTarget(seen, generation.step.node.id, output),
    executed: createExecutedNode(scope, generation, { status: 'FINISHED', output, state }),
  }
}

function applyFailed(scope: RecordScope, { generation, seen, record }: RecordedStep): StepEnd {
  if (record.error?.code === 'run_aborted')
    return { kind: 'terminated', executed: createStopEntry(scope, generation) }
  const error = restoreError(record)
  const own = createExecutedNode(scope, generation, { status: 'ERROR', error: error.message })
  const executed = [...scope.listChildren(generation), ...own]
  return { kind: 'failed', error, executed, step: createErrorStep({ generation, seen }, error, executed) }
}

function applyWaiting(scope: RecordScope, generation: Generation, record: StepRecord): StepEnd {
  const kept = readQuestionPaths(record).flatMap((path) => {
    const asked = scope.findLatest(path)
    return asked?.status === 'waiting' ? [readQuestion(asked)] : []
  })
  const waiting = kept.map(({ shown: _shown, ...question }) => question)
  const shown = kept.findLast((question) => question.shown)?.shown ?? {}
  const children = scope.listChildren(generation)
  const state = record.stateBefore ?? {}
  const executed = describeWaiting(scope, generation, { questions: waiting, children, shown, state })
  return { kind: 'waiting', waiting, executed }
}

/** Paths of the questions for which a step waits. */
export function readQuestionPaths({ output }: StepRecord): string[] {
  const paths = isJsonObject(output) && Array.isArray(output.questions) ? output.questions : []
  return paths.filter((path) => typeof path === 'string')
}

/** The entries of a step that waits: those of the nodes inside it, or its own with what it asks. */
export function describeWaiting(
  scope: Pick<RecordScope, 'iteration' | 'listsExecuted' | 'prefix'>,
  generation: Generation,
  facts: { questions: Question[]; children: ExecutedNode[]; shown: JsonObject; state: JsonObject },
): ExecutedNode[] {
  if (generation.step.children) return facts.children
  const { shown, state, questions } = facts
  const action = questions.at(-1)?.action
  const output = { output: { ...shown, ...(action && { humanInputAction: action }) } }
  return createExecutedNode(scope, generation, { status: 'STOPPED', output, state })
}

/** The entry of a step that was stopped. */
export function createStopEntry(
  scope: Pick<RecordScope, 'iteration' | 'listsExecuted' | 'prefix'>,
  generation: Generation,
): ExecutedNode[] {
  return createExecutedNode(scope, generation, { status: 'TERMINATED', error: CANCELLED_TEXT })
}

/** A failed step as one that is done, for its error branch; undefined when none is wired. */
export function createErrorStep(
  { generation, seen }: Pick<FinishedStep, 'generation' | 'seen'>,
  error: RunnelError,
  executed: ExecutedNode[],
): FinishedStep | undefined {
  const isWired = generation.step.outgoing.some((edge) => edge.branch === ERROR_BRANCH)
  if (!isWired) return undefined
  const { code, message } = error
  const output = { output: { content: message, error: { code, message } } }
  return { generation, seen, output, patch: undefined, jumpTarget: undefined, executed }
}

/** The output that a record holds; this engine wrote it from a `StepOutput`, which is plain JSON. */
function readStepOutput(record: StepRecord): StepOutput {
  const recorded: JsonObject = isJsonObject(record.output) ? record.output : {}
  return { output: {}, ...(recorded as Partial<StepOutput>) }
}

/** What the journal keeps of the error of a step or call, for `restoreError`. */
export function keepError({ code, message, issues }: RunnelError): NonNullable<StepRecord['error']> {
  return issues.length > 0 ? { code, message, issues } : { code, message }
}

/** The error of a failed step or call; the journal keeps only codes of the catalogue. */
export function restoreError({ error }: StepRecord): RunnelError {
  const code = (error?.code ?? 'step_failed') as RunnelError['code']
  return new RunnelError(code, error?.message ?? 'The step failed.', { issues: error?.issues ?? [] })
}
