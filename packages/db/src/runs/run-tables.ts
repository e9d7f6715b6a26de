import type { ChatType, RecordStatus, RunStatus, StepKind } from '@runnel/contract'
import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One run. It exists from the moment it is accepted, and stays when its journal is pruned. */
export interface RunTable {
  id: string
  workspaceId: TenantColumn
  /** Null for runs of other things than flows. */
  flowId: string | null
  versionId: string | null
  /** `flow` for runs of flows; else what is done: `assistant`, `ingestion`, `evaluation`, `transfer` … */
  kind: string
  /** Id of what the run is about, for other kinds than `flow`. */
  subject: string | null
  chatType: ChatType
  chatId: string
  sessionId: string
  /** Whose sessions these are: the workspace for its keys, a user, or anonymous callers. */
  namespace: string
  /** Id of the answer's message, fixed before the run. */
  messageId: string
  status: RunStatus
  /** JSON of a `StoredRunInput`. */
  input: string
  /** JSON; null until the run ends. */
  output: string | null
  /** JSON of `{code, message, nodeId?}`. */
  error: string | null
  /** How many of its questions were answered. An owner that has seen fewer at its pause goes on at once. */
  answerCount: number
  stopRequestedAt: number | null
  /** The process that owns the run; null when nobody does. */
  leaseOwner: string | null
  /** Until when it is the owner's; without an owner, since when it is nobody's. Null once it has ended. */
  leaseUntil: number | null
  /** Milliseconds in which nobody had it, up to the last claim: it was queued, waited, or its owner was dead. */
  idleMs: number
  /** Rises with each take-over: what an earlier owner still writes is refused. */
  fence: number
  /** The fence under which it was last suspended in order; 0 when it never was. */
  suspendedFence: number
  /** How many owners in a row died before a call of it was finished. */
  takeovers: number
  /** How many of its calls were finished when its owner took it. */
  callsAtClaim: number
  streaming: boolean
  isPublic: boolean
  /** False once its journal and events are pruned. */
  hasJournal: boolean
  createdAt: number
  updatedAt: number
  startedAt: number | null
  endedAt: number | null
}

/**
 * One question of a run to people. At most one is open for each path of a run; a path that asks again does so with a
 * higher attempt. JSON columns are text; times are milliseconds since 1970.
 */
export interface RunWaitTable {
  id: string
  runId: string
  workspaceId: TenantColumn
  /** Path of the call that asks. */
  path: string
  attempt: number
  /** Its place among the questions that were asked at the same time. */
  n: number
  nodeId: string
  /** JSON of what people are shown. */
  action: string
  createdAt: number
  /** When it is answered by `outcomeAtDeadline`, if nobody has. */
  deadlineAt: number | null
  outcomeAtDeadline: string | null
  /** `withdrawn`: the run ended or asks something else. */
  status: 'waiting' | 'answered' | 'expired' | 'withdrawn'
  /** JSON of the answer. */
  answer: string | null
  answeredAt: number | null
  /** Id of the user or key; null for anonymous callers and deadlines. */
  answeredBy: string | null
}

/** One record of the journal; `StepRecord` of the contract as a row. JSON columns are text. */
export interface RunStepTable {
  runId: string
  path: string
  attempt: number
  workspaceId: TenantColumn
  kind: StepKind
  status: RecordStatus
  nodeId: string
  nodeType: string
  repeatable: boolean
  requestHash: string | null
  output: string | null
  stateBefore: string | null
  stateAfter: string | null
  usage: string | null
  error: string | null
  startedAt: number
  finishedAt: number | null
}

/** A batch of events: `events` is a JSON array of `{n, at, event}` from `firstN` to `lastN`. */
export interface RunEventTable {
  runId: string
  fence: number
  firstN: number
  lastN: number
  workspaceId: TenantColumn
  events: string
}
