import type {
  ExecutedNode,
  HistoryMessage,
  JsonObject,
  JsonValue,
  Question,
  RunEvent,
  RunInput,
  RunnelError,
} from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import type { StepOutput } from '@runnel/node-kit'
import type { RunSession } from './run-session.ts'
import type { Generation } from './schedule/schedule-state.ts'

/** The item that a child of an iteration works on, as the reference shows it. */
export interface IterationContext {
  index: number
  value: JsonValue
  isFirst: boolean
  isLast: boolean
  sessionId: string
}

/** A change of the flow state. */
export interface StatePatch {
  set: JsonObject
  removed: string[]
}

/**
 * What a step sees of the steps that are done. A chain from the latest one back, so that each step adds one link
 * instead of going through all that came before.
 */
export interface Sight {
  /** The latest step in step order, and what can be seen without it; undefined where a scope begins. */
  last: FinishedStep | undefined
  before: Sight | undefined
  /** What the steps around an iteration gave: visible inside it. */
  around: Sight | undefined
  state: JsonObject
  /** Messages that steps of this run added; never changed in place. */
  history: HistoryMessage[]
  forgetsHistory: boolean
  /** How often each loop step ran, and which of them ran last. */
  loopCounts: ReadonlyMap<string, number>
  latestLoop: string | undefined
  /** True when one of the steps made a call in this process. */
  calledOut: boolean
}

/** A step that is done: what later steps see of it. */
export interface FinishedStep {
  generation: Generation
  /** What it saw itself. */
  seen: Sight
  /** What can be seen with it, once somebody asked. */
  after?: Sight | undefined
  output: StepOutput
  /** What the step changed of the state; undefined when nothing. */
  patch: StatePatch | undefined
  /** The step that it jumps back to, while jumps are left. */
  jumpTarget: string | undefined
  /** Its entry, with those of its children in front; empty where the reference lists none. */
  executed: ExecutedNode[]
}

/** One walk through one plan: the run itself, an item of an iteration, or a sub-flow. */
export interface Scope {
  session: RunSession
  /** Walks through a nested plan; handed down by the run so that steps and walks do not import each other. */
  walk(scope: Scope): Promise<ScopeEnd>
  plan: RunPlan
  /** What stands before the paths of its steps: empty, or ending in a slash. */
  prefix: string
  input: RunInput
  /** What its first steps see. */
  start: Sight
  iteration?: { context: IterationContext; parentNodeId: string }
  /** The steps that this scope lies in, the outermost first. */
  containers: Generation[]
  /** True when a call of this process came before everything in this scope. */
  followsNewCall: boolean
  /** Flows that called each other down to this one. */
  flowIds: string[]
  /** Where text of the answer goes; undefined when none is shown from here. */
  show: ((event: RunEvent) => void) | undefined
  /** True when the text of its steps may have been lost on its way to readers: those that speak say it again. */
  repeatsText?: boolean
  /** Whether the reference lists the steps of this scope as executed nodes. */
  listsExecuted: boolean
  /** Aborted with the session, or when a step of this scope failed. */
  signal: AbortSignal
  /** Steps that are done, in step order. */
  finished: FinishedStep[]
  /** The same, each by its generation. */
  ends: Map<Generation, FinishedStep>
}

/** How a walk through a plan ended. `executed` are the entries of all its steps, in step order. */
export type ScopeEnd = { executed: ExecutedNode[] } & (
  | { status: 'finished' }
  | { status: 'waiting'; waiting: Question[] }
  | { status: 'failed'; error: RunnelError; nodeId: string }
  | { status: 'terminated' }
)
