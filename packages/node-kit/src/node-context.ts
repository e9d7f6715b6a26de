import type {
  ExecutedNode,
  HistoryMessage,
  JsonObject,
  JsonValue,
  RunInput,
  UsedTool,
} from '@runnel/contract'
import type { ModelReference, ModelReply, ModelRequest } from './chat-model.ts'
import type { Component, Tool, ToolResult } from './component.ts'
import type { StepSandbox } from './tool-context.ts'

/** Times of one piece of work, as the reference shows them (`timeMetadata`), in milliseconds. */
export interface TimeSpan {
  start: number
  end: number
  delta: number
}

/** A model as a step meets it: each call is one journaled sub-step, retried and streamed by the engine. */
export interface StepModel {
  /**
   * One call. With `show: true` the text belongs to the answer: it is streamed to readers when this step is one
   * that streams, and shown whole otherwise. Structured and intermediate calls leave it out.
   */
  call(request: ModelRequest, options?: { show?: boolean }): Promise<ModelReply & { time: TimeSpan }>
}

/** What a sub-flow gave back to the step that asked for it. `content` is its answer. */
export interface SubflowResult {
  content: string
  json?: JsonValue
  usedTools: UsedTool[]
  sourceDocuments: JsonValue[]
  artifacts: JsonValue[]
}

/**
 * What a running step may use: its resolved values, its built components, and ports. Nothing else of the world
 * is reachable. Everything that leaves the process goes through a port, so that it is journaled and guarded.
 */
export interface StepContext<Values = JsonObject> {
  node: { id: string; type: string; label: string }
  /** Params with defaults, overrides and variables applied; components are left out. */
  values: Values
  /** The text that the step answers: the question, the form as `key: value` lines, or the previous output. */
  input: string
  run: RunInput
  /** Flow state as this step sees it; never changed in place. */
  state: JsonObject
  /** Messages that earlier steps of this run added, in step order. */
  runHistory: HistoryMessage[]
  /** Executed nodes before this one, in step order. */
  executed: ExecutedNode[]
  /** True for the first step after the start that talks to a model. */
  isFirst: boolean
  /** True when nothing follows: the text of such a step is the answer. */
  isLast: boolean
  signal: AbortSignal
  /** Components wired to an anchor, in edge order; empty when nothing is. */
  components(anchor: string): Component[]
  /**
   * The component that a `loadConfig` param names (`llmModel` with `llmModelConfig`), built from its settings and
   * its credential; undefined when none is chosen. In rows: path such as `agentTools[2].agentSelectedTool`.
   */
  selected(param: string): Promise<Component | undefined>
  model(reference: ModelReference): StepModel
  sandbox: StepSandbox
  /** Calls a tool as one journaled sub-step (`t<call>.<index>`) and tells readers of it. */
  callTool(tool: Tool, input: JsonValue): Promise<ToolResult & { used: UsedTool }>
  /** Shows text of the answer that no model streamed (a direct reply). */
  emitText(text: string): void
  /**
   * Resolves variables in text or JSON a second time, with this step's own output as `{{output}}`: for the values
   * of `…UpdateState`.
   */
  resolveWithOutput(value: JsonValue, output: JsonObject): JsonValue
  /**
   * Set when the step asked for a sub-flow (`StepOutput.subflow`) and it is done: the step runs a second time, with
   * its earlier calls answered from the journal, and returns its final output.
   */
  subflowResult?: SubflowResult
  /** The run's clock, journaled. Milliseconds since 1970. */
  now(): number
}

/**
 * What a step gives back (`engine.md` 3.9): `output` is what later steps see as `{{id.output.…}}`, with `content`
 * as its text; `state` replaces the flow state; `history` is added to the run's history.
 * - `conditions`: for decision nodes, in the order of the branches; a fulfilled one fires its edge.
 * - `loop`: jump back to a node; `iterate`: run the children once per item; `subflow`: run another flow;
 *   `wait`: suspend the run until a person answers.
 */
export interface StepOutput {
  input?: JsonValue
  output: JsonObject
  state?: JsonObject
  /**
   * Keys of the state that this step set, also to what they were before: of two steps in parallel the later writer
   * wins. Without it only what differs from before counts as written.
   */
  writtenKeys?: string[]
  history?: HistoryMessage[]
  conditions?: { label?: string; isFulfilled: boolean }[]
  /** Jump back: the target's cone runs again as a new generation while jumps are left. */
  loop?: { target: string; maxCount: number; fallback: string }
  iterate?: { items: JsonValue[]; concurrency: number }
  subflow?: { flowId: string; question: string; overrides: JsonObject }
  wait?: {
    action: JsonObject
    deadlineAt?: number
    outcomeAtDeadline?: 'proceed' | 'reject'
    /** Set by the engine only: the path of an interrupted call that the question is about. */
    interruptedCall?: string
  }
  /** Makes the history of earlier runs invisible to this run (Start, `ephemeralMemory`). */
  forgetsHistory?: boolean
}

/** What a component may use while it is built. Building has no effects and is not journaled. */
export interface BuildContext<Values = JsonObject> {
  node: { id: string; type: string; label: string }
  values: Values
  credentialId?: string
  run: RunInput
  components(anchor: string): Component[]
}
