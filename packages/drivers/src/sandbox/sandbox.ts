import type { JsonObject, JsonValue } from '@runnel/contract'

/** A web request of user code, as the broker gets it. */
export interface SandboxRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

/** What the broker answers; the body is text. */
export interface SandboxResponse {
  status: number
  statusText: string
  headers: Record<string, string>
  body: string
}

/** What a broker keeps to while it serves one call. */
export interface SandboxCall {
  /** Aborted when the run ends, however it does. */
  signal: AbortSignal
  /** Size of the largest answer that is taken, in bytes. */
  maxBytes: number
  /** Waits until this run may hold that many bytes more; they are free again when the answer has left. */
  reserve(bytes: number): Promise<void>
}

/**
 * What user code may ask of the outside. Each call is checked by the broker against the run's grant; what it
 * throws reaches the code as an Error with the same message and `code`.
 */
export interface SandboxBroker {
  fetch?(request: SandboxRequest, call: SandboxCall): Promise<SandboxResponse>
  call?(name: string, args: JsonValue, call: SandboxCall): Promise<JsonValue>
}

/** One piece of user code: the body of an async function, whose `return` gives the value. */
export interface SandboxRun {
  code: string
  /** Whose code it is, such as a workspace's id: code of different owners never meets in one process. */
  owner?: string
  /** What of the owner's it belongs to, such as a flow: places are shared among these, too. */
  group?: string
  /** Global names and their values, such as `$input` and `$vars`. */
  globals: JsonObject
  timeoutMs?: number
  memoryBytes?: number
  broker?: SandboxBroker
  signal?: AbortSignal
}

/** What came of it: the JSON value (nothing returned is null) and the lines written to the console. */
export interface SandboxResult {
  value: JsonValue
  logs: string[]
}

/** Limits of every run; sizes in bytes. */
export interface SandboxLimits {
  timeoutMs: number
  memoryBytes: number
  /** Largest code, globals, answer of the broker, and result, each. */
  valueBytes: number
  /** Most calls to the broker in one run. */
  calls: number
}

/** Runs user code apart from everything. */
export interface Sandbox {
  /**
   * Runs the code in a child process, inside WebAssembly. Throws `limit_exceeded` (time, memory, depth, sizes),
   * `sandbox_error` (the code threw or cannot be read, with its line), or the signal's reason.
   */
  run(run: SandboxRun): Promise<SandboxResult>
  /** Ends all children; runs under way fail. */
  close(): Promise<void>
}
