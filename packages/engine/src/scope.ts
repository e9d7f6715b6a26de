import type {
  ExecutedNode,
  HistoryMessage,
  JsonObject,
  JsonValue,
  RunEvent,
  RunInput,
  RunnelError,
} from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import type { StepOutput } from '@runnel/node-kit'
import type { WaitingStep } from './engine-ports.ts'
import type { RunSession } from './run-session.ts'
import type { StepInstance } from './schedule/step-instance.ts'

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

/** A step that is done: what later steps see of it. */
export interface FinishedStep {
  instance: StepInstance
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
  baseState: JsonObject
  baseHistory: HistoryMessage[]
  iteration?: { context: IterationContext; parentNodeId: string }
  /** Flows that called each other down to this one. */
  flowIds: string[]
  /** Where text of the answer goes; undefined when none is shown from here. */
  show: ((event: RunEvent) => void) | undefined
  /** Whether the reference lists the steps of this scope as executed nodes. */
  listsExecuted: boolean
  /** Aborted with the session, or when a step of this scope failed. */
  signal: AbortSignal
  /** Finished steps around an iteration: their outputs are visible inside. */
  outerSteps: FinishedStep[]
  /** Steps that are done, in step order. */
  finished: FinishedStep[]
}

/** How a walk through a plan ended. `executed` are the entries of all its steps, in step order. */
export type ScopeEnd = { executed: ExecutedNode[] } & (
  | { status: 'finished' }
  | { status: 'waiting'; waiting: WaitingStep[] }
  | { status: 'failed'; error: RunnelError; nodeId: string }
  | { status: 'terminated' }
)
