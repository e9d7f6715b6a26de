import { RunnelError, type StepRecord } from '@runnel/contract'
import { createRunBudget, type RunBudget } from './budget.ts'
import type { EnginePorts, RunFlowOptions } from './engine-ports.ts'
import { type AnsweredQuestion, findAnsweredQuestion } from './journal/find-answered-question.ts'
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
  answered: AnsweredQuestion | undefined
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
  void ports.sleep(budgets.maxMilliseconds, controller.signal).then(
    () => stop(createTimeoutError(budgets.maxMilliseconds)),
    () => undefined,
  )
  const sink = createProgressSink()
  const budget = createRunBudget(budgets)
  budget.restore(journal.listLatest())
  const answered = findAnsweredQuestion(journal, options.input)
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
    answered,
    signal: controller.signal,
    stop,
    stopReason: () => toRunnelError(controller.signal.reason),
  }
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
