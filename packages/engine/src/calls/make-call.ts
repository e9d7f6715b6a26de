import {
  type JsonValue,
  type NodeEffects,
  RunnelError,
  type StepKind,
  type StepRecord,
} from '@runnel/contract'
import type { EnginePorts } from '../engine-ports.ts'
import { keepError, restoreError } from '../journal/apply-record.ts'
import { canonicalJson } from '../journal/canonical-json.ts'
import { isFatal, toRunnelError } from '../run-error.ts'
import { labelOf } from '../schedule/schedule-state.ts'
import { type CallFrame, nextAttempt, noteCall, openFrame, type StepRun } from '../step/step-run.ts'
import { askAboutInterruption } from './ask-person.ts'

type Told = Pick<StepRecord, 'usage' | 'exchange'>

/** One call, journaled so that it is never made twice. */
interface Call<Reply extends JsonValue> {
  path: string
  kind: StepKind
  /** What is called, in words for a person. */
  what: string
  /** Everything that the call depends on: its hash is compared at a resume. */
  request: unknown
  /**
   * What an interrupted call may have done. A `write` is not made again without asking; work whose effects are all
   * calls inside it has none of its own, and is gone through again.
   */
  effects: NodeEffects
  /** What calls inside it count as that do not tell themselves. */
  innerEffects?: NodeEffects
  make(frame: CallFrame): Promise<Reply>
  /** What is told with the end of the call: tokens that the reply reports, what another flow was asked. */
  tell?: (reply: Reply) => Told
  /** The reply when a person refused to make an interrupted call again; thrown as `step_failed` without it. */
  refuse?: (message: string) => Reply
}

/** A reply, and whether it came from the journal. Times are milliseconds since 1970. */
interface MadeCall<Reply> {
  reply: Reply
  startedAt: number
  finishedAt: number
  replayed: boolean
}

interface OpenCall {
  attempt: number
  startedAt: number
  requestHash: string
}

/** Makes a call at its place among those under way, or answers it from the journal. */
export async function makeCall<Reply extends JsonValue>(
  frame: CallFrame,
  call: Call<Reply>,
): Promise<MadeCall<Reply>> {
  const { stepRun } = frame
  try {
    return await stepRun.calls.track(call.path, () => makeOrReplay(frame, call))
  } catch (error) {
    // An error that ends the whole run is remembered, so that no node can swallow it.
    if (isFatal(error) && !isOver(frame)) stepRun.fatal ??= error
    throw error
  }
}

/** True for what is left of a try whose time is over: it ends nothing but itself. */
function isOver({ signal, stepRun }: CallFrame): boolean {
  return signal.aborted && !stepRun.scope.signal.aborted
}

async function makeOrReplay<Reply extends JsonValue>(
  frame: CallFrame,
  spec: Call<Reply>,
): Promise<MadeCall<Reply>> {
  const { stepRun } = frame
  const { ports, journal } = stepRun.scope.session
  const requestHash = ports.hash(canonicalJson(spec.request))
  const latest = journal.findLatest(spec.path)
  if (latest && latest.requestHash !== requestHash) throw createMismatch(stepRun, spec.path)
  const known = latest && readEnd<Reply>(latest)
  if (known) return known
  const attempt = nextAttempt(stepRun.scope.session, latest, stepRun.mayHaveBegun)
  const open = { attempt, startedAt: ports.now(), requestHash }
  if (latest && spec.effects === 'write') {
    const answer = await askAboutInterruption(frame, { ...spec, attempt: latest.attempt })
    if (answer.type === 'reject') return refuseCall(stepRun, spec, open)
  }
  return performCall(frame, spec, open)
}

/** The reply that a record holds, or the error that it holds thrown again; undefined for an interrupted call. */
function readEnd<Reply extends JsonValue>(record: StepRecord): MadeCall<Reply> | undefined {
  if (record.status === 'failed') throw restoreError(record)
  if (record.status !== 'finished') return undefined
  const { startedAt, finishedAt = startedAt, output = null } = record
  // This engine wrote the record of this very request, so that it holds what was replied.
  return { reply: output as Reply, startedAt, finishedAt, replayed: true }
}

async function performCall<Reply extends JsonValue>(
  frame: CallFrame,
  spec: Call<Reply>,
  call: OpenCall,
): Promise<MadeCall<Reply>> {
  const { stepRun } = frame
  const { sink, ports, journal } = stepRun.scope.session
  record(stepRun, spec, { ...call, status: 'started' })
  if (spec.effects === 'write') sink.requireCommit()
  await sink.settle()
  frame.signal.throwIfAborted()
  const clock = journal.findFirst(spec.path)?.startedAt ?? call.startedAt
  const inner = openFrame(frame, { path: spec.path, clock, effects: spec.innerEffects ?? frame.effects })
  try {
    const reply = await sink.duringCall(() => spec.make(inner))
    const finishedAt = ports.now()
    record(stepRun, spec, { ...call, status: 'finished', finishedAt, output: reply, ...spec.tell?.(reply) })
    return { reply, startedAt: call.startedAt, finishedAt, replayed: false }
  } catch (error) {
    if (!stepRun.scope.signal.aborted && !isFatal(error)) {
      const failure = keepError(toRunnelError(error))
      record(stepRun, spec, { ...call, status: 'failed', finishedAt: ports.now(), error: failure })
    }
    throw error
  } finally {
    noteCall(stepRun)
    sink.requireCommit()
  }
}

function refuseCall<Reply extends JsonValue>(
  stepRun: StepRun,
  spec: Call<Reply>,
  call: OpenCall,
): MadeCall<Reply> {
  const message = `${spec.what} was interrupted, and a person chose not to make the call again.`
  if (!spec.refuse) throw new RunnelError('step_failed', message)
  const reply = spec.refuse(message)
  record(stepRun, spec, { ...call, status: 'finished', finishedAt: call.startedAt, output: reply })
  return { reply, startedAt: call.startedAt, finishedAt: call.startedAt, replayed: false }
}

type RecordFacts = OpenCall & {
  status: 'started' | 'finished' | 'failed'
  finishedAt?: number
  output?: JsonValue
  error?: NonNullable<StepRecord['error']>
} & Told

function record<Reply extends JsonValue>(stepRun: StepRun, spec: Call<Reply>, facts: RecordFacts): void {
  const { node } = stepRun.step
  stepRun.scope.session.record({
    path: spec.path,
    kind: spec.kind,
    nodeId: node.id,
    nodeType: node.type,
    repeatable: spec.effects !== 'write',
    ...facts,
  })
}

function createMismatch(stepRun: StepRun, path: string): RunnelError {
  return new RunnelError(
    'journal_mismatch',
    `The step "${labelOf(stepRun.step)}" asked something else than before the interruption (${path}). ` +
      'The run cannot go on from its journal: start it again.',
  )
}

const FIRST_DELAY_MS = 500
const USUAL_PATIENCE: Patience = { retries: 2, longestDelayMs: 20_000 }
/** Of work that nobody waits for: some ten minutes. */
export const LONG_PATIENCE: Patience = { retries: 12, longestDelayMs: 60_000 }

/** How a call is tried again. `mayRetry` is asked before each further try. */
interface RetryOptions {
  ports: EnginePorts
  signal: AbortSignal
  mayRetry(): boolean
  /** False for a call that may do something: only one that the other side never got is tried again. */
  isRepeatable?: boolean
  /** How long it is tried; two more times unless given. */
  patience?: Patience | undefined
}

/** How often a call is tried again, and how long it waits before a try at most. */
export interface Patience {
  retries: number
  longestDelayMs: number
}

/**
 * Tries a call up to three times, or as patience says: after errors that the vendor or the network marks as retryable, with
 * doubling delays or the vendor's own, at most 20 seconds each.
 */
export async function retryCall<Reply>(call: () => Promise<Reply>, options: RetryOptions): Promise<Reply> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await call()
    } catch (error) {
      const delay = isSafe(error, options) ? findDelay(error, retries, options.patience) : undefined
      if (delay === undefined || options.signal.aborted || !options.mayRetry()) throw error
      await options.ports.sleep(delay, options.signal)
    }
  }
}

function findDelay(error: unknown, retries: number, patience = USUAL_PATIENCE): number | undefined {
  if (retries >= patience.retries || !isRetryable(error)) return undefined
  const wanted = readRetryAfter(error) ?? FIRST_DELAY_MS * 2 ** retries
  return Math.min(wanted, patience.longestDelayMs)
}

/** Whether the call cannot be made twice by being tried again. */
function isSafe(error: unknown, { isRepeatable = true }: RetryOptions): boolean {
  return isRepeatable || (error instanceof Error && 'wasSent' in error && error.wasSent === false)
}

/** Reads the facts that `ModelError` of node-kit carries, also from another copy of it. */
function isRetryable(error: unknown): error is Error {
  return error instanceof Error && 'retryable' in error && error.retryable === true
}

function readRetryAfter(error: Error): number | undefined {
  const wait = 'retryAfterMs' in error ? error.retryAfterMs : undefined
  return typeof wait === 'number' && wait >= 0 ? wait : undefined
}
