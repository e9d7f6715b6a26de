import type {
  ExecutedNode,
  FindDefinition,
  FlowType,
  HistoryMessage,
  JsonObject,
  JsonValue,
  RunEvent,
  RunInput,
  RunStatus,
  StepRecord,
  Usage,
  UsedTool,
} from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import type { BuildNode, ChatModel, ModelReference, RunNode } from '@runnel/node-kit'

/** Everything that the engine may reach. The engine itself knows no clock, network, random source or storage. */
export interface EnginePorts {
  /** The work of a node type; `undefined` for a type that the catalogue does not hold. Loaded on first use. */
  loadRun(type: string): Promise<RunNode | undefined>
  loadBuild(type: string): Promise<BuildNode | undefined>
  /** The catalogue: needed for components that a param names (`llmModel`). */
  findDefinition: FindDefinition
  /** Opens a model: finds its provider and its credential. Throws `missing_credential`, `missing_component`. */
  openModel(reference: ModelReference): Promise<ChatModel>
  /** Runs user code in the sandbox, with the broker of this workspace. */
  runCode(request: { code: string; globals: JsonObject; signal: AbortSignal }): Promise<JsonValue>
  /**
   * Plan of another flow of the same workspace, for a sub-flow, with the version that it pins. A resumed run names
   * the version that it began with. Only the overrides given back are applied: those that the flow's author enabled.
   */
  planFlow(request: PlanFlowRequest): Promise<PlannedFlow>
  /** Milliseconds since 1970. */
  now(): number
  /** A random UUID. */
  newId(): string
  /** Hash of a text, hexadecimal: compares requests at a resume. */
  hash(text: string): string
  /** Resolves after that many milliseconds, rejects when aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** Which flow a step wants to run. */
export interface PlanFlowRequest {
  flowId: string
  versionId?: string
  overrides: JsonObject
}

/** A flow that is ready to run inside another. */
export interface PlannedFlow {
  plan: RunPlan
  versionId: string
  flowType: FlowType
  overrides: RunInput['overrides']
}

/** What one run may use up. Exceeding one ends the run with `budget_exceeded`. */
export interface RunBudgets {
  maxSteps: number
  maxMilliseconds: number
  maxTokens: number
}

/** What a run is started or resumed with. `journal` holds every record of the run so far; empty at first. */
export interface RunFlowOptions {
  runId: string
  /** Number of this ownership of the run: 1 for the first, and higher for each later one. */
  fence: number
  /** Milliseconds in which nobody had the run: it was queued, waited, or its owner was dead. */
  idleMs: number
  plan: RunPlan
  input: RunInput
  journal: StepRecord[]
  ports: EnginePorts
  signal: AbortSignal
  budgets: RunBudgets
}

/**
 * What the engine hands out while it runs. With `durable` the engine goes on only when the consumer asks for the
 * next piece, so the consumer commits first; otherwise records and events may be written later, in order.
 */
export interface RunProgress {
  records: StepRecord[]
  events: RunEvent[]
  durable: boolean
}

/** A step that waits for a person. */
export interface WaitingStep {
  path: string
  attempt: number
  nodeId: string
  nodeLabel: string
  action: JsonObject
  /** Times are milliseconds since 1970. */
  askedAt: number
  deadlineAt?: number
  outcomeAtDeadline?: 'proceed' | 'reject'
}

/**
 * How a run ended or paused. `records` and `events` are the last ones (the `run-end` or `run-wait` event
 * included): the consumer commits them together with the run's row and its messages, in one transaction.
 */
export interface RunOutcome {
  status: Extract<RunStatus, 'finished' | 'waiting' | 'error' | 'terminated' | 'timeout'>
  /** The answer: a single space when empty. */
  text: string
  /** When the answering step gave JSON instead of text. */
  json?: JsonValue
  executed: ExecutedNode[]
  state: JsonObject
  history: HistoryMessage[]
  usedTools: UsedTool[]
  sourceDocuments: JsonValue[]
  artifacts: JsonValue[]
  usage: Usage
  /** Label of the memory node, for chat flows. */
  memoryType?: string
  /** What a person is asked, when `waiting`: the latest question's. */
  action?: JsonObject
  /** Every step that waits, the latest question last; empty unless `waiting`. An answer names path and attempt. */
  waiting: WaitingStep[]
  error?: { code: string; message: string; nodeId?: string }
  records: StepRecord[]
  events: RunEvent[]
}
