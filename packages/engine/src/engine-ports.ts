import type {
  ExecutedNode,
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
  /** Opens a model: finds its provider and its credential. Throws `missing_credential`, `missing_component`. */
  openModel(reference: ModelReference): Promise<ChatModel>
  /** Runs user code in the sandbox, with the broker of this workspace. */
  runCode(request: { code: string; globals: JsonObject; signal: AbortSignal }): Promise<JsonValue>
  /** Plan of another flow of the same workspace, for sub-flows, with the version that it pins. */
  planFlow(flowId: string): Promise<{ plan: RunPlan; versionId: string }>
  /** Milliseconds since 1970. */
  now(): number
  /** A random UUID. */
  newId(): string
  /** Hash of a text, hexadecimal: compares requests at a resume. */
  hash(text: string): string
  /** Resolves after that many milliseconds, rejects when aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
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
  /** What a person is asked, when `waiting`. */
  action?: JsonObject
  error?: { code: string; message: string; nodeId?: string }
  records: StepRecord[]
  events: RunEvent[]
}
