import { errorMessage, type RunnelError } from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import { createExecutedNode } from '../executed-node.ts'
import {
  createErrorStep,
  createStopEntry,
  describeQuestion,
  pathOf,
  readStepOutput,
} from '../journal/apply-record.ts'
import { isOpenQuestion } from '../journal/journal-index.ts'
import { runNested } from '../nested/run-nested.ts'
import { toRunnelError } from '../run-error.ts'
import type { RunSession } from '../run-session.ts'
import { executeNode } from './execute-node.ts'
import { finishStep, toJson } from './finish-step.ts'
import { openStepRun, type StepStart } from './open-step-run.ts'
import type { StepEnd } from './step-end.ts'
import { writeStepEnd, writeStepRecord, writeStepStart } from './step-journal.ts'
import type { StepRun } from './step-run.ts'

/** True when the run was resumed with an answer to this step's question. */
export function isAnswered(session: RunSession, path: string): boolean {
  const { answered, journal } = session
  if (answered?.path !== path) return false
  const status = journal.findLatest(path)?.status
  if (status === 'finished' || status === 'failed') return false
  return journal.findLastWaiting(path)?.attempt === answered.attempt
}

/** Runs one step to its end. Never throws: whatever happens becomes an end. */
export async function runStep(start: StepStart): Promise<StepEnd> {
  const { scope, instance, speaker } = start
  const latest = scope.session.journal.findLatest(pathOf(scope, instance))
  const stepRun = openStepRun(start)
  try {
    const continues = latest?.status === 'waiting' && !isOpenQuestion(latest)
    if (!continues) writeStepRecord(stepRun, { status: 'started' })
    writeStepStart(stepRun, latest?.status === 'started')
    scope.session.budget.countStep()
    const output = continues ? readStepOutput(latest) : await executeNode(stepRun)
    return await endWith(stepRun, output)
  } catch (error) {
    speaker.drop()
    return endWithError(stepRun, stepRun.fatal ?? error)
  }
}

async function endWith(stepRun: StepRun, output: StepOutput): Promise<StepEnd> {
  if (output.wait) return endWaiting(stepRun, output)
  const nested = await runNested(stepRun, output)
  if (nested.status === 'finished') {
    return { kind: 'finished', step: finishStep(stepRun, nested.output, nested.executed) }
  }
  writeStepRecord(stepRun, { status: 'waiting', output: toJson(output) })
  writeStepEnd(stepRun, { status: 'waiting', executed: undefined })
  return { kind: 'waiting', waiting: nested.waiting, executed: nested.executed }
}

function endWaiting(stepRun: StepRun, output: StepOutput): StepEnd {
  const { scope, instance, stateBefore, speaker } = stepRun
  const executed = createExecutedNode(scope, instance, { status: 'STOPPED', output, state: stateBefore })
  speaker.end()
  writeStepRecord(stepRun, { status: 'waiting', output: toJson(output) })
  writeStepEnd(stepRun, { status: 'waiting', executed: executed[0] })
  const place = { path: stepRun.path, attempt: stepRun.attempt, askedAt: scope.session.ports.now() }
  const question = output.wait ? [describeQuestion(instance, place, output.wait)] : []
  return { kind: 'waiting', waiting: question, executed }
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
