import type { JsonObject, LoggedEvent, RunEvent, StepRecord } from '@runnel/contract'
import type { RunOutcome } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import type { OwnedRun } from '../owned-run.ts'
import { createMessages } from './create-messages.ts'
import { toStoredResult } from './known-result.ts'
import { nameNode, type RunError } from './name-node.ts'
import { nameQuestions } from './open-questions.ts'
import { presentResult, withoutPaths, withoutStoredResult } from './present-result.ts'
import type { RunLog } from './run-log.ts'
import { writeWithPatience } from './write-journal.ts'

/** The last events tell callers that do not stream what they are answered, and why a run failed. */
function finalEvent(
  event: RunEvent,
  { runId, result, error }: { runId: string; result: JsonObject; error?: RunError },
): RunEvent {
  if (event.type === 'run-wait')
    return { ...event, questions: nameQuestions(runId, event.questions ?? []), result }
  if (event.type !== 'run-end') return event
  return { ...event, result, ...(error === undefined ? {} : { error }) }
}

/** A run that was answered meanwhile asks nobody: the question in its message is taken back. */
async function takeBackQuestion(context: OperationContext, { workspaceId, runId }: OwnedRun): Promise<void> {
  await writeWithPatience(context, () =>
    context.db.write(workspaceId, (writer) => writer.runs.clearMessageAction(runId)),
  )
}

/**
 * Writes how a run ended: the last records and events, the run's row and its messages, in one transaction; then shows
 * the last events. True when the run goes on: it would wait, but an answer came meanwhile.
 */
export async function endRun(
  context: OperationContext,
  run: OwnedRun,
  end: { outcome: RunOutcome; log: RunLog; unwritten: StepRecord[] },
): Promise<boolean> {
  const { outcome, log } = end
  const result = presentResult(run, outcome)
  const shown = withoutPaths(result)
  const error = outcome.error && nameNode(run, outcome.error)
  const unwritten: LoggedEvent[] = log.take()
  const last = log.add(
    outcome.events.map((event) =>
      finalEvent(event, { runId: run.runId, result: shown, ...(error ? { error } : {}) }),
    ),
  )
  log.take()
  const now = context.now()
  const status = await writeWithPatience(context, () =>
    context.db.progress(run.workspaceId).end({
      runId: run.runId,
      fence: run.fence,
      past: run.past,
      records: [...end.unwritten, ...outcome.records],
      events: [...unwritten, ...last.map(withoutStoredResult)],
      status: outcome.status,
      output: {
        ...toStoredResult(run, result),
        state: outcome.state,
        usage: { ...outcome.usage } as JsonObject,
      },
      error,
      messages: createMessages(run, outcome, now),
      waits: outcome.waiting,
      answersSeen: run.answers.length,
      now,
    }),
  )
  log.show(last)
  if (status !== 'queued') return false
  await takeBackQuestion(context, run)
  return true
}
