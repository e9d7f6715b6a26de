import type {
  EventPosition,
  JsonObject,
  JsonValue,
  Question,
  RunStatus,
  StepStatus,
  Usage,
  UsedTool,
  WorkProgress,
} from '@runnel/contract/wire'

/** One execution of a node. `startedAt` in milliseconds since 1970; `durationMs` once it ended. */
export interface StepView {
  path: string
  nodeId: string
  nodeLabel: string
  generation: number
  state: 'running' | StepStatus
  startedAt: number
  durationMs?: number
  error?: string
  /** Which branches a condition took, in the order of its branches; only steps that decide have them. */
  branches?: readonly boolean[]
}

/** Text of one step or sub-step, in the order in which steps began to speak. */
export interface StepText {
  path: string
  nodeId: string
  text: string
}

/** What the model of one step thinks. */
export interface StepThought extends StepText {
  /** How long its thoughts took that are over; absent before the first is. */
  seconds?: number
  /** Nothing is being thought: what comes next is another thought. */
  isOver: boolean
}

/** One call of a tool; `used` once it answered. */
export interface ToolCallView {
  path: string
  nodeId: string
  tool: string
  input: JsonValue
  used?: UsedTool
}

/** Values that a step reported together: found documents or made artifacts. */
export interface StepValues {
  path: string
  nodeId: string
  values: readonly JsonValue[]
}

/** Tokens that a step reported so far. */
export interface StepUsage {
  path: string
  usage: Usage
}

/** Why a run failed; `nodeId` names the node at fault where there is one. */
export interface RunFailure {
  code: string
  message: string
  nodeId?: string | undefined
}

/** Everything that is known of a run after some of its events. Never changed in place. */
export interface RunView {
  status: RunStatus
  /** Place of the last event that was applied; where to resume. */
  position?: EventPosition
  runId?: string
  chatId?: string
  sessionId?: string
  messageId?: string
  /** The answer so far: what the steps said, and the run's own answer once it ended. */
  text: string
  texts: readonly StepText[]
  /** What was said in place of a question, once it is written down. */
  heard?: string
  reasoning: readonly StepThought[]
  steps: readonly StepView[]
  toolCalls: readonly ToolCallView[]
  sources: readonly StepValues[]
  artifacts: readonly StepValues[]
  /** Files that models made, other than pictures. */
  files: readonly StepValues[]
  usages: readonly StepUsage[]
  /** How far long work is, as it was told last. */
  progress?: WorkProgress
  /** What a waiting run asks for: the latest question. */
  action?: JsonObject
  /** Everything that the run asked when it waited last, the latest last; kept while it goes on with some answers. */
  questions?: readonly Question[]
  error?: RunFailure
  result?: JsonObject
}

/** The view of a run before its first event. */
export const emptyRunView: RunView = {
  status: 'queued',
  text: '',
  texts: [],
  reasoning: [],
  steps: [],
  toolCalls: [],
  sources: [],
  artifacts: [],
  files: [],
  usages: [],
}

/** Tokens of the whole run so far; undefined when no step reported any. */
export function findRunUsage(view: RunView): Usage | undefined {
  if (view.usages.length === 0) return undefined
  return view.usages.map(({ usage }) => usage).reduce(addUsage)
}

/** The sum of two usages. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    totalTokens: a.totalTokens + b.totalTokens,
  }
}
