import { type Answer, RunnelError, type StepRecord } from '@runnel/contract'
import { createRunBudget, measureRunTime, type RunBudget } from './budget.ts'
import type { EnginePorts, RunFlowOptions } from './engine-ports.ts'
import { indexJournal, type JournalIndex } from './journal/journal-index.ts'
import { createProgressSink, type ProgressSink } from './journal/progress-sink.ts'
import { toRunnelError } from './run-error.ts'

/** What all steps of one run have in common, at any depth. */
export interface RunSession {
  options: RunFlowOptions
  ports: EnginePorts
  journal: JournalIndex
  sink: ProgressSink
  budget: RunBudget
  /** What people have answered so far, by the path of the question. */
  answers: ReadonlyMap<string, Answer>
  /**
   * Number of attempts that an earlier owner may have begun without leaving a record. Owners never number an attempt
   * higher than their fence, so that this one's is free; 1 when nothing can be lost.
   */
  firstAttempt: number
  /** Writes a record: to the consumer, and to the index for the rest of this process. */
  record(record: StepRecord): void
  /** Aborted by the caller, by the wall-time budget or by a failed step; its reason is an error of ours. */
  signal: AbortSignal
  /** Ends everything in flight. The first reason counts. */
  stop(reason: RunnelError): void
  /** Why everything was stopped. */
  stopReason(): RunnelError
}

/** Opens a session: indexes the journal and starts the wall-time budget. */
export function openRunSession(options: RunFlowOptions): RunSession {
  const { ports, budgets } = options
  const controller = new AbortController()
  const journal = indexJournal(options.journal)
  const stop = (reason: RunnelError) => {
    if (!controller.signal.aborted) controller.abort(reason)
  }
  const abort = () => stop(new RunnelError('run_aborted', 'Aborted: the run was stopped.'))
  if (options.signal.aborted) abort()
  else options.signal.addEventListener('abort', abort, { once: true })
  controller.signal.addEventListener('abort', () => options.signal.removeEventListener('abort', abort))
  const sink = createProgressSink()
  const budget = createRunBudget(budgets)
  budget.restore(journal.listLatest())
  const answers = new Map(options.answers.map(({ path, answer }) => [path, answer]))
  const { startedAt } = options.input
  const used = measureRunTime({ ...options, startedAt, now: ports.now() })
  limitTime(options, { left: budgets.maxMilliseconds - used, signal: controller.signal, stop })
  const firstAttempt = isTakenOver(options) ? options.fence : 1
  return {
    options,
    ports,
    journal,
    sink,
    record: (record) => {
      sink.record(record)
      journal.add(record)
    },
    budget,
    answers,
    firstAttempt,
    signal: controller.signal,
    stop,
    stopReason: () => toRunnelError(controller.signal.reason),
  }
}

/** The wall-time budget; what is used up before the start ends the run at once. */
function limitTime(
  { ports, budgets }: RunFlowOptions,
  { left, signal, stop }: Pick<RunSession, 'signal' | 'stop'> & { left: number },
): void {
  const end = () => stop(createTimeoutError(budgets.maxMilliseconds))
  if (left <= 0) end()
  else void ports.sleep(left, signal).then(end, () => undefined)
}

/** True when the owner before died or gave up; an owner whose run waits has committed all that it began. */
function isTakenOver({ fence, settledFence }: RunFlowOptions): boolean {
  return fence > settledFence + 1
}

/** The reason that ends a session whose work is done: frees its timer and listeners. */
export const SESSION_CLOSED = new RunnelError('run_aborted', 'Aborted: the run is over.')

function createTimeoutError(milliseconds: number): RunnelError {
  const seconds = Math.round(milliseconds / 100) / 10
  return new RunnelError(
    'budget_exceeded',
    `The run took longer than its ${seconds} seconds. Raise the time limit of the flow or make its steps quicker.`,
    { status: 504 },
  )
}
