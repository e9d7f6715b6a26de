import { readRunEvents } from '@runnel/client'
import type { EventPosition, LoggedEvent } from '@runnel/contract'
import { openEvents } from '../../app/open-events.ts'
import type { ChatApi } from './chat-calls.ts'

/** Which part of a run's log is wanted. */
export interface FollowedLog {
  runId: string
  /** Where to begin; from the first event when absent. */
  after?: EventPosition | undefined
  /** How many of the questions that follow are known to be answered: they do not end the reading. */
  answered?: number | undefined
  /** The log as it is open already; it is read first. */
  opened?: Response | undefined
  signal: AbortSignal
  onEvent: (event: LoggedEvent) => void
}

/** Reads a run's log until the run ends, or waits for an answer that nobody gave yet. */
export async function followLog(api: ChatApi, { answered = 0, ...followed }: FollowedLog): Promise<void> {
  let last: LoggedEvent | undefined
  let opened = followed.opened
  // One response may hold several of the run's waits: it ends where the log does at that time.
  let waits = 0
  const onEvent = (event: LoggedEvent) => {
    if (event.event.type === 'run-wait') waits += 1
    followed.onEvent(event)
  }
  do {
    last = await readStretch(api, { ...followed, onEvent, opened, after: last ?? followed.after })
    opened = undefined
  } while (last?.event.type === 'run-wait' && waits <= answered)
}

/** Reads to the next end or question, and gives the event that ended it. */
async function readStretch(
  api: ChatApi,
  { runId, after, opened, signal, onEvent }: Omit<FollowedLog, 'answered'>,
): Promise<LoggedEvent | undefined> {
  const open = openEvents(api, runId, signal)
  let last: LoggedEvent | undefined
  for await (const event of readRunEvents({
    open,
    opened,
    signal,
    ...(after === undefined ? {} : { after }),
  })) {
    if (signal.aborted) return undefined
    onEvent(event)
    last = event
  }
  return last
}
