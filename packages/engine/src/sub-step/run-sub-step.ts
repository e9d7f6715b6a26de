import {
  errorMessage,
  isRunnelError,
  type JsonValue,
  RunnelError,
  type StepKind,
  type StepRecord,
  type Usage,
} from '@runnel/contract'
import { restoreError } from '../journal/apply-record.ts'
import { canonicalJson } from '../journal/canonical-json.ts'
import { isFatal } from '../run-error.ts'
import { isWithin } from '../step/calls-in-flight.ts'
import { nextAttempt, noteCall } from '../step/lost-attempts.ts'
import type { StepRun } from '../step/step-run.ts'
import { labelOf } from '../step-label.ts'
import { askAboutInterruptedCall } from './interrupted-call.ts'

/** One call out of a step, journaled so that it is never made twice. */
interface SubStep<Reply extends JsonValue> {
  path: string
  kind: StepKind
  /** What is called, in words for a person. */
  what: string
  /** Everything that the call depends on: its hash is compared at a resume. */
  request: unknown
  /** Whether an interrupted call may be made again without asking. */
  repeatable: boolean
  make(clock: number): Promise<Reply>
  /** Reads a reply back from the journal. */
  read(output: JsonValue): Reply
  /** Tokens that a reply reports. */
  usageOf?: (reply: Reply) => Usage
  /** The reply when a person refused to make an interrupted call again; may throw. */
  refuse(message: string): Reply
}

/** A reply, and whether it came from the journal. Times are milliseconds since 1970. */
interface SubStepReply<Reply> {
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

/** Makes the call, or answers it from the journal. */
export async function runSubStep<Reply extends JsonValue>(
  stepRun: StepRun,
  spec: SubStep<Reply>,
): Promise<SubStepReply<Reply>> {
  const { ports, journal } = stepRun.scope.session
  const requestHash = ports.hash(canonicalJson(spec.request))
  const latest = journal.findLatest(spec.path)
  if (latest && latest.requestHash !== requestHash) throw createMismatch(stepRun, spec.path)
  const known = latest && readEnd(spec, latest)
  if (known) return known
  const begun = stepRun.mayHaveBegun && !stepRun.instance.calledOut
  const attempt = nextAttempt(stepRun.scope.session, latest, begun)
  const call = { attempt, startedAt: ports.now(), requestHash }
  if (latest && !spec.repeatable) {
    const asked = stepRun.interruptedCall
    // Making a call again includes the calls inside it.
    if (asked === undefined || !isWithin(spec.path, asked)) return askAboutInterruptedCall(stepRun, spec)
    if (stepRun.answered?.answer.type === 'reject') return refuseCall(stepRun, spec, call)
  }
  return makeCall(stepRun, spec, call)
}

/** The reply that a record holds, or the error that it holds thrown again; undefined for an interrupted call. */
function readEnd<Reply extends JsonValue>(
  spec: SubStep<Reply>,
  record: StepRecord,
): SubStepReply<Reply> | undefined {
  if (record.status === 'failed') throw restoreError(record)
  if (record.status !== 'finished') return undefined
  const { startedAt, finishedAt = startedAt, output = null } = record
  return { reply: spec.read(output), startedAt, finishedAt, replayed: true }
}

async function makeCall<Reply extends JsonValue>(
  stepRun: StepRun,
  spec: SubStep<Reply>,
  call: OpenCall,
): Promise<SubStepReply<Reply>> {
  const { sink, ports, journal } = stepRun.scope.session
  record(stepRun, spec, { ...call, status: 'started' })
  if (!spec.repeatable) sink.requireCommit()
  await sink.settle()
  stepRun.scope.signal.throwIfAborted()
  const clock = journal.findFirst(spec.path)?.startedAt ?? call.startedAt
  try {
    const reply = await sink.duringCall(() => spec.make(clock))
    const finishedAt = ports.now()
    const usage = spec.usageOf?.(reply)
    record(stepRun, spec, { ...call, status: 'finished', finishedAt, output: reply, ...(usage && { usage }) })
    return { reply, startedAt: call.startedAt, finishedAt, replayed: false }
  } catch (error) {
    if (!stepRun.scope.signal.aborted && !isFatal(error)) {
      const failure = {
        code: isRunnelError(error) ? error.code : 'step_failed',
        message: errorMessage(error),
      }
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
  spec: SubStep<Reply>,
  call: OpenCall,
): SubStepReply<Reply> {
  const message = `${spec.what} was interrupted, and a person chose not to make the call again.`
  const reply = spec.refuse(message)
  record(stepRun, spec, { ...call, status: 'finished', finishedAt: call.startedAt, output: reply })
  return { reply, startedAt: call.startedAt, finishedAt: call.startedAt, replayed: false }
}

type RecordFacts = OpenCall & {
  status: 'started' | 'finished' | 'failed'
  finishedAt?: number
  output?: JsonValue
  error?: { code: string; message: string }
  usage?: Usage
}

function record<Reply extends JsonValue>(stepRun: StepRun, spec: SubStep<Reply>, facts: RecordFacts): void {
  const { node } = stepRun.step
  stepRun.scope.session.record({
    path: spec.path,
    kind: spec.kind,
    nodeId: node.id,
    nodeType: node.type,
    repeatable: spec.repeatable,
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
