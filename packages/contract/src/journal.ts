import type { JsonObject, JsonValue } from './json.ts'
import type { Usage } from './run-event.ts'

/**
 * What a record is about: a step of the flow, or a sub-step inside one. The path tells which:
 * `node#generation`, `node#generation[item]` inside an iteration, `…/flow` for a sub-flow, then `m0` (model call),
 * `t0.1` (tool call 1 after model call 0), `c0` (user code), `h0` (HTTP). Segments are joined by `/`. Special characters
 * of node ids are escaped, long ids cut: a reader takes the node from `nodeId`, never from the path.
 */
export type StepKind = 'step' | 'model' | 'tool' | 'code' | 'http' | 'retrieval'

/** How a record stands. */
export type RecordStatus = 'started' | 'finished' | 'failed' | 'waiting'

/**
 * One row of the journal, keyed (run, path, attempt). A later record of the same key replaces the earlier one.
 * - `requestHash`: hash of what a sub-step was asked; another hash at a resume is `journal_mismatch`.
 * - `output`: of a step its `StepOutput`, of a sub-step the reply that is given again at a resume.
 * - `stateBefore`, `stateAfter`: flow state, for steps.
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
  error?: { code: string; message: string }
}
