import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LoggedEvent,
  type RunStatus,
  type StepRecord,
  type StoredRunInput,
} from '@runnel/contract'
import type { Insertable, Selectable } from 'kysely'
import type { NewChatMessage } from '../messages/message-rows.ts'
import { withForetold, withoutForetold } from './foretold.ts'
import type { RunTable } from './run-tables.ts'
import { withoutNodeData } from './step-data.ts'
import type { SeenByRun } from './stored-record.ts'
import type { NewWait } from './wait-rows.ts'

/** A run as it is read; JSON columns are text (`parseRunInput` reads the input). */
export type RunRow = Selectable<RunTable>

/** What a list of runs leaves out: large texts, and what only the owner of a run and retention need. */
type Unlisted =
  | 'input'
  | 'output'
  | 'answerCount'
  | 'idleMs'
  | 'suspendedFence'
  | 'callsAtClaim'
  | 'hasJournal'

/** A run in a list, with its flow's name and type; null for runs without one. */
export type RunSummary = Omit<RunRow, Unlisted> & {
  flowName: string | null
  flowType: string | null
  /** There when it was asked for. */
  output?: string | null | undefined
}

/** Why a run ended badly. */
export interface RunFailure {
  code: string
  message: string
  nodeId?: string | undefined
}

/**
 * A run to accept. With `leaseOwner` it begins as `running` with fence 1 in the hands of that process, else as
 * `queued` with fence 0.
 */
export interface NewRun {
  id: string
  flowId: string | null
  versionId: string | null
  kind?: string | undefined
  subject?: string | undefined
  chatType: RunRow['chatType']
  chatId: string
  sessionId: string
  namespace: string
  messageId: string
  input: StoredRunInput
  streaming: boolean
  isPublic?: boolean | undefined
  lease?: { owner: string; until: number } | undefined
  createdAt: number
}

/**
 * What a run has done since the last time; `fence` proves that the writer still owns the run. What it sees of
 * conversations the journal names, in place of a copy.
 */
export interface RunProgressEntry extends SeenByRun {
  runId: string
  fence: number
  records: readonly StepRecord[]
  /** In order, all of this fence. */
  events: readonly LoggedEvent[]
  messages?: readonly NewChatMessage[] | undefined
}

/** How a run ends or pauses, with its last records, events and messages. */
export interface RunEnding extends RunProgressEntry {
  status: Extract<RunStatus, 'finished' | 'waiting' | 'error' | 'terminated' | 'timeout'>
  output?: JsonValue | undefined
  error?: RunFailure | undefined
  messages: readonly NewChatMessage[]
  /** For `waiting`: everything that the run waits for now. Of those that were asked before, the first row stays. */
  waits?: readonly NewWait[] | undefined
  /** How many answers its owner knows of; a run that would wait goes on instead when there are more. 0 unless given. */
  answersSeen?: number | undefined
  now: number
}

/** The columns of a run that say again what it was given. */
type NamesOfRun = Pick<
  RunRow,
  'flowId' | 'versionId' | 'chatId' | 'sessionId' | 'messageId' | 'chatType' | 'streaming' | 'createdAt'
>

/** Reads the input that was stored with a run; the layer wrote it, so its shape is known. */
export function parseRunInput(run: Pick<RunRow, 'input'> & NamesOfRun): StoredRunInput {
  return withForetold(JSON.parse(run.input) as JsonObject, foretellInput(run)) as unknown as StoredRunInput
}

/** What the columns of a run, and the most frequent values, tell of its input. */
function foretellInput({ createdAt, flowId, versionId, ...names }: NamesOfRun): JsonObject {
  const { chatId, sessionId, messageId, chatType, streaming } = names
  return {
    ...(flowId !== null && { flowId }),
    flowType: 'AGENTFLOW',
    ...(versionId !== null && { versionId }),
    chatId,
    sessionId,
    messageId,
    chatType,
    prependedHistory: [],
    variables: {},
    overrides: {},
    initialState: {},
    streaming,
    concurrency: 1,
    startedAt: new Date(createdAt).toISOString(),
  }
}

const stringifyOrNull = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value)

/** The row of a run that begins. */
export function toRunRow(run: NewRun): Omit<Insertable<RunTable>, 'workspaceId'> {
  const { lease } = run
  return {
    id: run.id,
    flowId: run.flowId,
    versionId: run.versionId,
    kind: run.kind ?? 'flow',
    subject: run.subject ?? null,
    chatType: run.chatType,
    chatId: run.chatId,
    sessionId: run.sessionId,
    namespace: run.namespace,
    messageId: run.messageId,
    status: lease ? 'running' : 'queued',
    input: JSON.stringify(withoutForetold(run.input, foretellInput(run))),
    output: null,
    error: null,
    answerCount: 0,
    stopRequestedAt: null,
    leaseOwner: lease?.owner ?? null,
    leaseUntil: lease?.until ?? run.createdAt,
    idleMs: 0,
    fence: lease ? 1 : 0,
    suspendedFence: 0,
    takeovers: 0,
    callsAtClaim: 0,
    streaming: run.streaming,
    isPublic: run.isPublic ?? false,
    hasJournal: true,
    createdAt: run.createdAt,
    updatedAt: run.createdAt,
    startedAt: lease ? run.createdAt : null,
    endedAt: null,
  }
}

/** The columns of a run's row that its end sets, beside its status. */
export function toEndColumns(ending: RunEnding) {
  const isWaiting = ending.status === 'waiting'
  return {
    output: stringifyOrNull(isJsonObject(ending.output) ? withoutNodeData(ending.output) : ending.output),
    error: stringifyOrNull(ending.error),
    leaseOwner: null,
    leaseUntil: isWaiting ? ending.now : null,
    updatedAt: ending.now,
    endedAt: isWaiting ? null : ending.now,
  }
}
