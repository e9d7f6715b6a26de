import type { ErrorIssue } from './errors.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { Usage } from './run-event.ts'

/**
 * What a record is about: a step of the flow, or a call made in one. The path tells which: `node#generation`,
 * `node#generation[item]` inside an iteration, then one segment for each call, nested as the calls are:
 * `m0` (model), `t0.1` (tool call 1 after model call 0), `c0` (code), `h0` (a request outside), `e0` (embedding),
 * `k0` (reranking), `r0` (retrieval), `l0` (a list of tools), `v0` (vectors), `w0` (file written), `s0` (a request to a
 * server of tools), `d0` (a custom tool, or what a document store is made of, was read), `b0` (a request to a server that does not speak HTTP), `g0` (a page that a browser showed), `a0` (a question
 * to a person), `f0` (a flow), `x0` (the items of an iteration), `y0` (a try of a
 * step that may be tried again), `u0` (speech that is written down), `i0` (a picture that is drawn), `p0[3]` (item 3 of calls made side by side). Segments are
 * joined by `/`. Special characters of node ids are escaped, long ids cut: a reader takes the node from `nodeId`, never
 * from the path.
 */
export type StepKind =
  | 'step'
  | 'model'
  | 'tool'
  | 'code'
  | 'http'
  | 'embedding'
  | 'reranking'
  | 'retrieval'
  | 'transcription'
  | 'image'
  | 'vectors'
  | 'file'
  | 'question'
  | 'toolServer'
  | 'storedTool'
  | 'documentStore'
  | 'dataServer'
  | 'browser'
  | 'flow'
  | 'items'
  | 'try'

/** How a record stands. */
export type RecordStatus = 'started' | 'finished' | 'failed' | 'waiting'

/**
 * One row of the journal, keyed (run, path, attempt). A later record of the same key replaces the earlier one.
 * - `requestHash`: hash of what a call was asked; another hash at a resume is `journal_mismatch`.
 * - `output`: of a step its `StepOutput`, while it waits the paths of its questions; of a call the reply that is given
 *   again at a resume, while it waits what a person is asked.
 * - `stateBefore`, `stateAfter`: flow state, for steps.
 * - `exchange`: what another flow was asked, and the state that it left, told once with the record that says what it
 *   answered; the journal does not keep it.
 * - times are milliseconds since 1970.
 */
export interface StepRecord {
  path: string
  attempt: number
  kind: StepKind
  status: RecordStatus
  nodeId: string
  nodeType: string
  repeatable: boolean
  startedAt: number
  finishedAt?: number
  requestHash?: string
  output?: JsonValue
  stateBefore?: JsonObject
  stateAfter?: JsonObject
  usage?: Usage
  error?: { code: string; message: string; issues?: ErrorIssue[] }
  exchange?: FlowExchange
}

/** A question to another flow, and the conversation with that flow which it belongs to. */
export interface FlowExchange {
  flowId: string
  chatId: string
  sessionId: string
  question: string
  /** What the flow's next run in this conversation goes on with, where its start node keeps the state. */
  state?: JsonObject
}
