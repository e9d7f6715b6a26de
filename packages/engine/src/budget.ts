import { partsOf, RunnelError, type StepRecord, textOf, type Usage } from '@runnel/contract'
import type { ModelRequest } from '@runnel/node-kit'
import type { RunBudgets, RunFlowOptions } from './engine-ports.ts'

const CHARACTERS_PER_TOKEN = 4

/** Counts what a run uses up, over all its branches, and refuses what would pass a limit. */
export interface RunBudget {
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
export function createRunBudget(limits: RunBudgets): RunBudget {
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
export function measureRunTime({ fence, idleMs, startedAt, now }: RunSoFar): number {
  if (fence <= 1) return 0
  return Math.max(0, now - Date.parse(startedAt) - idleMs)
}
