import type { ChatType, RecordStatus, RunStatus, StepKind } from '@runnel/contract'
import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One run. It exists from the moment it is accepted, and stays when its journal is pruned. */
export interface RunTable {
  id: string
  workspaceId: TenantColumn
  flowId: string
  versionId: string
  /** `flow` for runs of flows; other kinds come with later tables. */
  kind: string
  chatType: ChatType
  chatId: string
  sessionId: string
  /** Whose sessions these are: the workspace for its keys, a user, or anonymous callers. */
  namespace: string
  /** Id of the answer's message, fixed before the run. */
  messageId: string
  status: RunStatus
  /** JSON of a `RunInput`. */
  input: string
  /** JSON; null until the run ends. */
  output: string | null
  /** JSON of `{code, message, nodeId?}`. */
  error: string | null
  /** Path of the step that waits for a person. */
  waitingPath: string | null
  /** Names one question; answered by compare-and-set, null once answered. */
  waitId: string | null
  /** When the first of its questions is answered by the outcome that was chosen for it; milliseconds since 1970. */
  waitDeadlineAt: number | null
  /** JSON of the answer of a person, for the process that goes on. */
  humanInput: string | null
  stopRequestedAt: number | null
  /** The process that owns the run; null when nobody does. */
  leaseOwner: string | null
  /** Until when it is the owner's; without an owner, since when it is nobody's. Null once it has ended. */
  leaseUntil: number | null
  /** Milliseconds in which nobody had it, up to the last claim: it was queued, waited, or its owner was dead. */
  idleMs: number
  /** Rises with each take-over: what an earlier owner still writes is refused. */
  fence: number
  streaming: boolean
  isPublic: boolean
  /** False once its journal and events are pruned. */
  hasJournal: boolean
  createdAt: number
  updatedAt: number
  startedAt: number | null
  endedAt: number | null
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
