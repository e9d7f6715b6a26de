import type { JsonObject, JsonValue } from '@runnel/contract'

/** User code in the sandbox, as one journaled sub-step. */
export interface StepSandbox {
  /** Runs the body of an async function; `globals` appear under their names (`$input`, `$name`). */
  run(code: string, globals: JsonObject): Promise<JsonValue>
}

/** What a tool may use while it is called inside a step. */
export interface ToolContext {
  signal: AbortSignal
  sandbox: StepSandbox
  /** The run's clock: milliseconds since 1970, fixed in the journal so that a resumed run sees the same. */
  now(): number
}
