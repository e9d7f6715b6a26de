import type { ExecutedNode, HistoryMessage, JsonObject, JsonValue, WorkProgress } from '@runnel/contract'
import type { CallContext } from './call-context.ts'
import type { Component } from './component.ts'

/**
 * What a running step may use: its resolved values, its components, and the ports of every call. Nothing else of the
 * world is reachable.
 */
export interface StepContext<Values = JsonObject> extends CallContext {
  node: { id: string; type: string; label: string }
  /** The step itself as data, with the id of its own credential: what its requests outside are authorised with. */
  self: Component
  /** Params with defaults, overrides and variables applied; components are left out. */
  values: Values
  /** The text that the step answers: the question, the form as `key: value` lines, or the previous output. */
  input: string
  /** Messages that earlier steps of this run added, in step order. */
  runHistory: HistoryMessage[]
  /** Executed nodes before this one, in step order. */
  executed: ExecutedNode[]
  /** True for the first step after the start that talks to a model. */
  isFirst: boolean
  /** True when nothing follows: the text of such a step is the answer. */
  isLast: boolean
  /** Components wired to an anchor, in edge order; empty when nothing is. */
  components(anchor: string): Component[]
  /**
   * The component that a `loadConfig` param names (`llmModel` with `llmModelConfig`), with its settings, its credential
   * and what is chosen inside it; undefined when none is chosen. In rows: `agentTools[2].agentSelectedTool`.
   */
  selected(param: string): Component | undefined
  /** Tells readers how far long work is; nothing depends on it. */
  emitProgress(progress: WorkProgress): void
  /** Shows text of the answer that no model streamed (a direct reply). */
  emitText(text: string): void
  /**
   * Resolves variables in text or JSON a second time, with this step's own output as `{{output}}`: for the values
   * of `…UpdateState`.
   */
  resolveWithOutput(value: JsonValue, output: JsonObject): JsonValue
  /**
   * Runs the nodes inside this one once per item, `concurrency` items at a time. One at a time each item sees the state
   * that the item before left, else all see this step's; an item that fails leaves its message as its result.
   */
  runChildren(items: JsonValue[], options: { concurrency: number }): Promise<ChildrenEnd>
}

/** What the nodes inside a step made of its items. */
export interface ChildrenEnd {
  /** The answer of each item, in item order. */
  results: string[]
  /** The state after all items, and the keys that they wrote. */
  state: JsonObject
  writtenKeys: string[]
}

/**
 * What a step gives back (`engine.md` 3.9): `output` is what later steps see as `{{id.output.…}}`, with `content`
 * as its text; `state` replaces the flow state; `history` is added to the run's history.
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
  /** Keys of the state whose values callers of the flow are told (`flowVariables` of an answer). */
  shownKeys?: string[]
  history?: HistoryMessage[]
  /** For decision nodes, in the order of the branches; a fulfilled one fires its edge. */
  conditions?: { label?: string; isFulfilled: boolean }[]
  /** Chat flows: the names of the outputs whose edges fire; all do when it is absent. */
  fires?: string[]
  /** Jump back: the target's cone runs again as a new generation while jumps are left. */
  loop?: { target: string; maxCount: number; fallback: string }
  /** Makes the history of earlier runs invisible to this run (Start, `ephemeralMemory`). */
  forgetsHistory?: boolean
}
