import type { AnsweredQuestion, RunEvent, RunInput, StepRecord } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import type { EnginePorts, RunBudgets, RunOutcome, RunProgress } from '../engine-ports.ts'
import { runFlow } from '../run-flow.ts'

/** What a test run needs; all else has defaults. */
export interface TestRun {
  plan: RunPlan
  ports: EnginePorts
  input?: Partial<RunInput>
  journal?: StepRecord[]
  answers?: AnsweredQuestion[]
  settledFence?: number
  fence?: number
  idleMs?: number
  budgets?: Partial<RunBudgets>
  signal?: AbortSignal
  /** Called with each piece before it counts as committed; `'cut'` ends the run there, as a crash would. */
  onPiece?: (piece: RunProgress, index: number) => unknown
}

/** What came of it. `journal` holds what a database would: everything up to the last commit. */
export interface TestResult {
  outcome: RunOutcome | undefined
  pieces: RunProgress[]
  journal: StepRecord[]
  /** All events that were handed out, and those that a database would hold. */
  events: RunEvent[]
  logged: RunEvent[]
}

/** A run's input with plain defaults. */
export function createInput(changes: Partial<RunInput> = {}): RunInput {
  return {
    flowId: 'flow',
    flowType: 'AGENTFLOW',
    versionId: 'v1',
    chatId: 'chat',
    sessionId: 'session',
    messageId: 'message',
    chatType: 'INTERNAL',
    question: 'hello',
    prependedHistory: [],
    pastHistory: [],
    variables: {},
    overrides: {},
    streaming: false,
    concurrency: 1,
    startedAt: '2026-01-02T12:00:00.000Z',
    ...changes,
  }
}

function startRun(run: TestRun): ReturnType<typeof runFlow> {
  return runFlow({
    runId: 'run',
    fence: run.fence ?? 1,
    idleMs: run.idleMs ?? 0,
    plan: run.plan,
    input: createInput(run.input),
    journal: throughJson(run.journal ?? []),
    answers: run.answers ?? [],
    settledFence: run.settledFence ?? 0,
    ports: run.ports,
    signal: run.signal ?? new AbortController().signal,
    budgets: { maxSteps: 1000, maxMilliseconds: 3_600_000, maxTokens: 1_000_000, ...run.budgets },
  })
}

/** Runs a plan against an in-memory journal that goes through JSON, as a database's would. */
export async function runToEnd(run: TestRun): Promise<TestResult> {
  const generator = startRun(run)
  const pieces: RunProgress[] = []
  const committed: RunProgress[] = []
  let pending: RunProgress[] = []
  for (;;) {
    const next = await generator.next()
    if (next.done) {
      const last = { records: next.value.records, events: next.value.events, durable: true }
      return collect(next.value, [...pieces, last], { run, committed: [...committed, ...pending, last] })
    }
    const piece = throughJson(next.value)
    pieces.push(piece)
    pending.push(piece)
    const verdict = await run.onPiece?.(piece, pieces.length - 1)
    if (piece.durable) {
      committed.push(...pending)
      pending = []
    }
    if (verdict !== 'cut') continue
    await generator.return(undefined as never)
    return collect(undefined, pieces, { run, committed })
  }
}

function collect(
  outcome: RunOutcome | undefined,
  pieces: RunProgress[],
  { run, committed }: { run: TestRun; committed: RunProgress[] },
): TestResult {
  return {
    outcome,
    pieces,
    journal: [...(run.journal ?? []), ...committed.flatMap((piece) => throughJson(piece.records))],
    events: pieces.flatMap((piece) => piece.events),
    logged: committed.flatMap((piece) => piece.events),
  }
}

function throughJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}
