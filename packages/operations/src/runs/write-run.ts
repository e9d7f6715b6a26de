import type { JsonObject, LoggedEvent, RunEvent, StepRecord } from '@runnel/contract'
import type { RunBus } from '@runnel/drivers'
import type { RunOutcome } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import type { OwnedRun } from '../owned-run.ts'
import { writeWithPatience } from '../storage-patience.ts'
import { nameNode, type RunError } from './name-node.ts'
import {
  nameQuestions,
  presentResult,
  toStoredResult,
  withoutPaths,
  withoutStoredResult,
} from './present-result.ts'
import { createMessages, exchangedMessages } from './run-messages.ts'

/** Longest time that a shown token may stay unwritten, in milliseconds. */
const WRITE_AFTER = 50

/**
 * The event log of a run as its owner writes it: numbers events, shows them at once, and keeps those that are not
 * written yet.
 */
export interface RunLog {
  /** Numbers events and keeps them for the next write; `show` hands them to readers. */
  add(events: RunEvent[]): LoggedEvent[]
  show(events: LoggedEvent[]): void
  /** Takes everything unwritten; the caller writes it. */
  take(): LoggedEvent[]
  /** Milliseconds until the oldest unwritten event must be written; undefined when nothing waits. */
  dueIn(now: number): number | undefined
}

/** Starts the log of one ownership of a run: numbers begin at 1 for each fence. */
export function createRunLog(options: {
  runId: string
  fence: number
  bus: RunBus
  now: () => number
}): RunLog {
  const { runId, fence, bus, now } = options
  let n = 0
  let waiting: LoggedEvent[] = []
  return {
    add(events) {
      const at = now()
      const logged = events.map((event): LoggedEvent => {
        n += 1
        return { fence, n, at, event }
      })
      waiting.push(...logged)
      return logged
    },
    show(events) {
      if (events.length > 0) bus.publish(runId, { events: events as never })
    },
    take() {
      const taken = waiting
      waiting = []
      return taken
    },
    dueIn(time) {
      const oldest = waiting[0]
      return oldest === undefined ? undefined : Math.max(0, oldest.at + WRITE_AFTER - time)
    },
  }
}

/** Writes the journal of one owned run, in order, one write at a time. */
export interface JournalWriter {
  write(records: StepRecord[], events: LoggedEvent[]): Promise<void>
  /** Resolves when everything that was handed over is written. */
  settled(): Promise<void>
}

/** Flows that have answered record nothing more. */
function forgetEnded({ innerPasts }: OwnedRun, records: StepRecord[]): void {
  for (const { kind, path, status } of records) {
    if (kind === 'flow' && status !== 'started') innerPasts.delete(path)
  }
}

/** A writer for a run under a fence; a refused write (`conflict`) rejects and every later one too. */
export function createJournalWriter(context: OperationContext, run: OwnedRun): JournalWriter {
  const { workspaceId, runId, fence, past, innerPasts } = run
  let last: Promise<void> = Promise.resolve()
  return {
    write(records, events) {
      if (records.length === 0 && events.length === 0) return last
      const messages = exchangedMessages(run, records)
      const entry = { runId, fence, past, innerPasts, records, events, messages }
      last = last
        .then(() => writeWithPatience(context, () => context.db.progress(workspaceId).append(entry)))
        .then(() => forgetEnded(run, records))
      last.catch(() => {})
      return last
    },
    settled: () => last,
  }
}

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
  const records = [...end.unwritten, ...outcome.records]
  const status = await writeWithPatience(context, () =>
    context.db.progress(run.workspaceId).end({
      runId: run.runId,
      fence: run.fence,
      past: run.past,
      innerPasts: run.innerPasts,
      records,
      events: [...unwritten, ...last.map(withoutStoredResult)],
      status: outcome.status,
      output: {
        ...toStoredResult(run, result),
        state: outcome.state,
        usage: { ...outcome.usage } as JsonObject,
      },
      error,
      messages: [...exchangedMessages(run, records), ...createMessages(run, outcome, now)],
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
