import type { JsonValue, LoggedEvent, RunInput, RunStatus, StepRecord } from '@runnel/contract'
import type { Insertable, Selectable } from 'kysely'
import type { NewChatMessage } from '../messages/message-rows.ts'
import type { RunTable } from './run-tables.ts'

/** A run as it is read; JSON columns are text (`parseRunInput` reads the input). */
export type RunRow = Selectable<RunTable>

/** A run in a list: without its large texts, with its flow's name and type. */
export type RunSummary = Omit<
  RunRow,
  'input' | 'output' | 'humanInput' | 'waitDeadlineAt' | 'idleMs' | 'hasJournal'
> & {
  flowName: string
  flowType: string
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
  flowId: string
  versionId: string
  kind?: string | undefined
  chatType: RunRow['chatType']
  chatId: string
  sessionId: string
  namespace: string
  messageId: string
  input: RunInput
  streaming: boolean
  isPublic?: boolean | undefined
  lease?: { owner: string; until: number } | undefined
  createdAt: number
}

/** What a run has done since the last time; `fence` proves that the writer still owns the run. */
export interface RunProgressEntry {
  runId: string
  fence: number
  records: readonly StepRecord[]
  /** In order, all of this fence. */
  events: readonly LoggedEvent[]
}

/** How a run ends or pauses, with its last records, events and messages. */
export interface RunEnding extends RunProgressEntry {
  status: Extract<RunStatus, 'finished' | 'waiting' | 'error' | 'terminated' | 'timeout'>
  output?: JsonValue | undefined
  error?: RunFailure | undefined
  messages: readonly NewChatMessage[]
  /** For `waiting`: the step that waits, and the name of its question. */
  waitingPath?: string | undefined
  waitId?: string | undefined
  /** The first deadline of all questions that are open. */
  waitDeadlineAt?: number | undefined
  now: number
}

/** Reads the input that was stored with a run; the layer wrote it, so its shape is known. */
export function parseRunInput(run: Pick<RunRow, 'input'>): RunInput {
  return JSON.parse(run.input) as RunInput
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
    chatType: run.chatType,
    chatId: run.chatId,
    sessionId: run.sessionId,
    namespace: run.namespace,
    messageId: run.messageId,
    status: lease ? 'running' : 'queued',
    input: JSON.stringify(run.input),
    output: null,
    error: null,
    waitingPath: null,
    waitId: null,
    waitDeadlineAt: null,
    humanInput: null,
    stopRequestedAt: null,
    leaseOwner: lease?.owner ?? null,
    leaseUntil: lease?.until ?? run.createdAt,
    idleMs: 0,
    fence: lease ? 1 : 0,
    streaming: run.streaming,
    isPublic: run.isPublic ?? false,
    hasJournal: true,
    createdAt: run.createdAt,
    updatedAt: run.createdAt,
    startedAt: lease ? run.createdAt : null,
    endedAt: null,
  }
}

/** The columns of a run's row that its end sets. */
export function toEndColumns(ending: RunEnding) {
  const isWaiting = ending.status === 'waiting'
  return {
    status: ending.status,
    output: stringifyOrNull(ending.output),
    error: stringifyOrNull(ending.error),
    waitingPath: ending.waitingPath ?? null,
    waitId: ending.waitId ?? null,
    waitDeadlineAt: ending.waitDeadlineAt ?? null,
    humanInput: null,
    leaseOwner: null,
    leaseUntil: isWaiting ? ending.now : null,
    updatedAt: ending.now,
    endedAt: isWaiting ? null : ending.now,
  }
}
