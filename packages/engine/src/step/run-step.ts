import { errorMessage, type RunnelError, type StepRecord } from '@runnel/contract'
import { createExecutedNode } from '../executed-node.ts'
import {
  createErrorStep,
  createStopEntry,
  describeWaiting,
  readQuestionPaths,
} from '../journal/apply-record.ts'
import { toRunnelError } from '../run-error.ts'
import type { RunSession } from '../run-session.ts'
import { pathOf } from '../step-path.ts'
import { executeNode } from './execute-node.ts'
import { finishStep } from './finish-step.ts'
import { isToldAgain, openStepRun, type StepStart } from './open-step-run.ts'
import type { StepEnd } from './step-end.ts'
import { writeStepEnd, writeStepRecord, writeStepStart } from './step-journal.ts'
import type { StepRun } from './step-run.ts'

/** True when somebody has answered one of the questions for which a step waits. */
export function isAnswered({ answers }: RunSession, record: StepRecord): boolean {
  return record.status === 'waiting' && readQuestionPaths(record).some((path) => answers.has(path))
}

/** Runs one step to its end. Never throws: whatever happens becomes an end. */
export async function runStep(start: StepStart): Promise<StepEnd> {
  const { scope, instance, speaker } = start
  const latest = scope.session.journal.findLatest(pathOf(scope, instance))
  const stepRun = openStepRun(start)
  try {
    writeStepRecord(stepRun, { status: 'started' })
    writeStepStart(stepRun, latest?.status === 'started' || isToldAgain(latest))
    if (!isToldAgain(latest)) scope.session.budget.countStep()
    const output = await executeNode(stepRun)
    if (!output) return endWaiting(stepRun)
    return { kind: 'finished', step: finishStep(stepRun, output) }
  } catch (error) {
    speaker.drop()
    return endWithError(stepRun, stepRun.fatal ?? error)
  }
}

function endWaiting(stepRun: StepRun): StepEnd {
  const { scope, instance, stateBefore, speaker, questions, childEntries } = stepRun
  const executed = describeWaiting(scope, instance, {
    questions,
    children: childEntries,
    shown: stepRun.shownWhileWaiting,
    state: stateBefore,
  })
  const own = instance.step.children ? undefined : executed.at(-1)
  speaker.end()
  writeStepRecord(stepRun, { status: 'waiting', output: { questions: questions.map(({ path }) => path) } })
  writeStepEnd(stepRun, { status: 'waiting', executed: own })
  return { kind: 'waiting', waiting: questions, executed }
}

function endWithError(stepRun: StepRun, thrown: unknown): StepEnd {
  const { scope, instance, sight, fatal } = stepRun
  if (scope.signal.aborted && fatal === undefined) return endTerminated(stepRun)
  const error: RunnelError = toRunnelError(thrown)
  const executed = createExecutedNode(scope, instance, { status: 'ERROR', error: error.message })
  const { code, message } = error
  writeStepRecord(stepRun, { status: 'failed', error: { code, message } })
  writeStepEnd(stepRun, { status: 'error', error: errorMessage(error), executed: executed[0] })
  return {
    kind: 'failed',
    error,
    executed,
    step: createErrorStep({ instance, seen: sight }, error, executed),
  }
}

function endTerminated(stepRun: StepRun): StepEnd {
  const { scope, instance } = stepRun
  const executed = createStopEntry(scope, instance)
  const message = 'Flow execution was cancelled'
  writeStepRecord(stepRun, { status: 'failed', error: { code: 'run_aborted', message } })
  writeStepEnd(stepRun, { status: 'terminated', error: message, executed: executed[0] })
  return { kind: 'terminated', executed }
}
