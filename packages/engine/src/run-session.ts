import { type Answer, partsOf, RunnelError, type StepRecord, textOf, type Usage } from '@runnel/contract'
import type { ModelRequest } from '@runnel/node-kit'
import type { EnginePorts, RunBudgets, RunFlowOptions } from './engine-ports.ts'
import {
  createProgressSink,
  indexJournal,
  type JournalIndex,
  type ProgressSink,
} from './journal/run-journal.ts'
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

/** A signal that can be aborted by itself and is aborted with its parent, for the same reason. */
export interface LinkedSignal {
  signal: AbortSignal
  abort(reason: unknown): void
  /** Frees the listener at the parent. */
  unlink(): void
}

/** Links a new signal to a parent. */
export function linkSignal(parent: AbortSignal): LinkedSignal {
  const controller = new AbortController()
  const follow = () => controller.abort(parent.reason)
  if (parent.aborted) follow()
  else parent.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    abort: (reason) => {
      if (!controller.signal.aborted) controller.abort(reason)
    },
    unlink: () => parent.removeEventListener('abort', follow),
  }
}

/** Waits for work, but not beyond the signal: rejects with its reason as soon as it is aborted. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  // Nobody waits for it any more, whatever comes of it.
  if (signal.aborted) work.catch(() => undefined)
  signal.throwIfAborted()
  let abort = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const CHARACTERS_PER_TOKEN = 4

/** Counts what a run uses up, over all its branches, and refuses what would pass a limit. */
interface RunBudget {
  usage: Usage
  /** Counts one node run; throws `budget_exceeded` past the limit. */
  countStep(): void
  /**
   * Sets aside the tokens of a request, estimated from its text, and those of its longest reply where that is known;
   * throws `budget_exceeded` when they do not fit beside what is used and set aside. Gives back the function that
   * ends the reservation.
   */
  reserveTokens(request: ModelRequest, longestReply?: number): () => void
  /** Counts what an earlier process used up. */
  restore(records: StepRecord[]): void
  /** Adds what a call reported. */
  addUsage(usage: Usage): void
  /** Throws `budget_exceeded` when more tokens were used than allowed. */
  checkTokens(): void
}

/** Makes a fresh count. */
function createRunBudget(limits: RunBudgets): RunBudget {
  const usage: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
  let steps = 0
  let reserved = 0
  const add = (added: Usage) => Object.assign(usage, addUsage(usage, added))
  return {
    usage,
    countStep: () => {
      steps += 1
      if (steps > limits.maxSteps) throw new RunnelError('budget_exceeded', 'Maximum iteration limit reached')
    },
    reserveTokens: (request, longestReply = 0) => {
      const tokens = estimateTokens(request) + longestReply
      const left = limits.maxTokens - usage.totalTokens - reserved
      if (tokens > left) throw createReserveError(limits.maxTokens, { tokens, left })
      reserved += tokens
      return () => {
        reserved -= tokens
      }
    },
    restore: (records) => {
      for (const { kind, status, usage: used } of records) {
        if (kind !== 'step' && used) add(used)
        if (kind === 'step' && (status === 'finished' || status === 'failed')) steps += 1
      }
    },
    addUsage: add,
    checkTokens: () => {
      if (usage.totalTokens > limits.maxTokens) throw createTokenError(limits.maxTokens)
    },
  }
}

function createReserveError(
  maxTokens: number,
  { tokens, left }: { tokens: number; left: number },
): RunnelError {
  return new RunnelError(
    'budget_exceeded',
    `The next model call may need ${tokens} tokens, and of the run's ${maxTokens} only ${left} are left. ` +
      'Raise the token limit of the flow, shorten its prompts, or lower the maximum tokens of the model.',
  )
}

function createTokenError(maxTokens: number): RunnelError {
  return new RunnelError(
    'budget_exceeded',
    `The run has used up its ${maxTokens} tokens. Raise the token limit of the flow or shorten its prompts.`,
  )
}

function estimateTokens(request: ModelRequest): number {
  let characters = 0
  for (const message of request.messages) characters += textOf(partsOf(message)).length
  return Math.floor(characters / CHARACTERS_PER_TOKEN)
}

/** Two counts in sum; details that neither tells stay out. */
export function addUsage(a: Usage | undefined, b: Usage): Usage {
  const sum = { ...a, ...b } as Usage
  for (const name of Object.keys(sum) as (keyof Usage)[]) sum[name] = (a?.[name] ?? 0) + (b[name] ?? 0)
  return sum
}

/** A run as far as its time is concerned. */
interface RunSoFar extends Pick<RunFlowOptions, 'fence' | 'idleMs'> {
  /** ISO time at which the run was accepted. */
  startedAt: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Milliseconds that earlier owners of a run have used up: all since it was accepted, without the time in which nobody
 * had it. So an outage ends no run, and a run that is taken over again and again comes to its end.
 */
function measureRunTime({ fence, idleMs, startedAt, now }: RunSoFar): number {
  if (fence <= 1) return 0
  return Math.max(0, now - Date.parse(startedAt) - idleMs)
}
