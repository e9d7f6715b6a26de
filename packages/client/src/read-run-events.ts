import { compareEventPositions, type EventPosition, type LoggedEvent } from '@runnel/contract/wire'
import { readEventFrames } from './read-event-frames.ts'
import { RunStreamLost } from './run-stream-lost.ts'

const MAX_FAILURES_IN_A_ROW = 8
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000

/** What is needed to follow a run. */
export interface ReadRunEventsOptions {
  /** Opens `GET /runs/:id/events` behind the given position; throws or answers with an error status on failure. */
  open: (after: EventPosition | undefined) => Promise<Response>
  /** The log as it is open already, from `after` on: `POST /runs` answers with it. It is read first. */
  opened?: Response | undefined
  /** Where to begin; from the first event when absent. */
  after?: EventPosition
  /** Ends the reading; the iteration then ends without an error. */
  signal?: AbortSignal
  /** Waits before the next try; for tests. */
  pause?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
}

/**
 * Follows a run's log from any event on. After a cut it connects again behind the last event that it gave, with
 * growing pauses, so that each event is given once and in order. Ends after `run-end`, and after `run-wait` when
 * the server closes the stream. Throws `RunStreamLost` when it cannot connect again, and the error of `open` at
 * once where a repetition cannot help (a status from 400 to 499 other than 408 and 429).
 */
export async function* readRunEvents(options: ReadRunEventsOptions): AsyncGenerator<LoggedEvent> {
  const { signal, pause = pauseFor } = options
  const reading: Reading = {
    position: options.after,
    opened: options.opened,
    lastType: undefined,
    failure: undefined,
  }
  let failures = 0
  for (;;) {
    const before = reading.position
    yield* readUntilCut(options, reading)
    if (signal?.aborted || isOver(reading)) return
    failures = reading.position === before ? failures + 1 : 1
    if (failures > MAX_FAILURES_IN_A_ROW) throw new RunStreamLost(reading.position, reading.failure)
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS), signal)
  }
}

interface Reading {
  position: EventPosition | undefined
  /** The stream to read before another is opened. */
  opened: Response | undefined
  lastType: LoggedEvent['event']['type'] | undefined
  /** What cut the last connection; undefined when the server closed it in order. */
  failure: unknown
}

function isOver({ lastType, failure }: Reading): boolean {
  return lastType === 'run-end' || (lastType === 'run-wait' && failure === undefined)
}

async function* readUntilCut(options: ReadRunEventsOptions, reading: Reading): AsyncGenerator<LoggedEvent> {
  reading.failure = undefined
  try {
    yield* readOnce(options, reading)
  } catch (error) {
    if (isFinal(error)) throw error
    reading.failure = error
  }
}

async function* readOnce(options: ReadRunEventsOptions, reading: Reading): AsyncGenerator<LoggedEvent> {
  const { opened } = reading
  reading.opened = undefined
  const response = opened ?? (await options.open(reading.position))
  if (!response.ok) throw new OpenFailed(response.status)
  if (!response.body) return
  for await (const frame of readEventFrames(response.body, options.signal)) {
    const logged = parseLoggedEvent(frame.data)
    if (reading.position && compareEventPositions(logged, reading.position) <= 0) continue
    reading.position = { fence: logged.fence, n: logged.n }
    reading.lastType = logged.event.type
    yield logged
    if (logged.event.type === 'run-end') return
  }
}

class OpenFailed extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The server answered with status ${status} instead of the run's events.`)
    this.name = 'OpenFailed'
    this.status = status
  }
}

/** The server checked the event before it was logged: it is trusted here, only its frame is looked at. */
function parseLoggedEvent(data: string): LoggedEvent {
  const parsed: unknown = JSON.parse(data)
  if (
    typeof parsed === 'object' &&
    parsed !== null &&
    'event' in parsed &&
    'fence' in parsed &&
    'n' in parsed
  ) {
    return parsed as LoggedEvent
  }
  throw new Error('The event stream of the run holds a frame that is no event.')
}

function isFinal(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429
}

function pauseFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done, { once: true })
  })
}
