import {
  type ExecutedNode,
  type FlowType,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LoggedEvent,
  type RunEvent,
  type UsedTool,
} from '@runnel/contract'

/** What a run tells somebody who may not see its steps; undefined for an event of which nothing is told. */
type View = (event: RunEvent) => RunEvent | undefined

type WorkEvent = Extract<RunEvent, { type: 'reasoning-delta' | 'usage-reported' | 'tool-start' | 'tool-end' }>

/** Fields of an answer that a stranger gets as they are, beside the executed nodes and the tools. */
const ANSWER_FIELDS = [
  'text',
  'json',
  'question',
  'form',
  'chatId',
  'chatMessageId',
  'sessionId',
  'memoryType',
  'action',
  'isStreamValid',
  'executionId',
  'sourceDocuments',
  'artifacts',
  'fileAnnotations',
  'followUpPrompts',
]

/** What a stranger is told in place of the words of a fault, which may name hosts, nodes and what a vendor said. */
const HIDDEN_FAULT = 'The flow could not answer. Whoever runs it finds the reason in its executions.'
const NOT_FILLED = 'The store could not be filled. Whoever runs the flow finds the reason in its executions.'
const MET_LIMIT = 'The run met a limit of its flow before it could answer.'
const STOPPED = 'The run was stopped.'
const TOOL_FAILED = 'The tool failed.'

/** The run that a stranger looks at. */
export interface SeenRun {
  runId: string
  flowType: FlowType
  /** It fills a store: it answers with counts alone. */
  ingests?: boolean
}

/** What came of a filling, in counts alone. */
function withoutDocuments({ addedDocs: _documents, ...counts }: JsonObject): JsonObject {
  return counts
}

/** How far long work is, without the names of what its author takes in. */
function withoutSource({
  source: _source,
  ...progress
}: Extract<RunEvent, { type: 'work-progressed' }>): RunEvent {
  return progress
}

/** A fault without its words, and the reference by which its author finds them. */
function plainFault(message: string, runId: string): string {
  return `${message} Reference: ${runId}.`
}

const onlyName = (tool: JsonValue | undefined) => ({
  tool: typeof tool === 'string' ? tool : '',
  toolInput: {},
  toolOutput: '',
})

const nameOfTool = (used: JsonValue): JsonValue => onlyName(isJsonObject(used) ? used.tool : undefined)

/** A tool of a chat flow: all of its use but why it failed. */
function withoutWords<U extends UsedTool | JsonObject>(used: U): U {
  return used.error === undefined ? used : { ...used, error: TOOL_FAILED }
}

const useWithoutWords = (used: JsonValue): JsonValue => (isJsonObject(used) ? withoutWords(used) : used)

function withoutWork({ nodeId, nodeLabel, status, previousNodeIds, data }: ExecutedNode): ExecutedNode {
  const output = isJsonObject(data.output) ? data.output : {}
  const times = isJsonObject(output.timeMetadata) ? { output: { timeMetadata: output.timeMetadata } } : {}
  return { nodeId, nodeLabel, status, previousNodeIds, data: times }
}

/** Executed nodes as a stranger gets them: id, label, state and times. */
export function executedForStranger(nodes: readonly ExecutedNode[]): ExecutedNode[] {
  return nodes.map(withoutWork)
}

function answerForStranger({ isAgentFlow, ingests = false }: Look, result: JsonObject): JsonObject {
  if (ingests) return withoutDocuments(result)
  const shown = ANSWER_FIELDS.flatMap((field): [string, JsonValue][] => {
    const value = result[field]
    return value === undefined ? [] : [[field, value]]
  })
  const { usedTools, agentFlowExecutedData: executed } = result
  return {
    ...Object.fromEntries(shown),
    ...(Array.isArray(usedTools) && { usedTools: usedTools.map(isAgentFlow ? nameOfTool : useWithoutWords) }),
    ...(Array.isArray(executed) && {
      agentFlowExecutedData: executedForStranger(
        executed as unknown as ExecutedNode[],
      ) as unknown as JsonValue,
    }),
  }
}

/** Why a run failed: strangers are told of its limits and its stop, and of nothing else. */
function faultForStranger(
  { error, status }: RunEvent & { type: 'run-end' },
  { runId, ingests }: SeenRun,
): Pick<RunEvent & { type: 'run-end' }, 'error'> {
  if (error === undefined) return {}
  const { code } = error
  if (status === 'terminated') return { error: { code, message: STOPPED } }
  if (code === 'budget_exceeded') return { error: { code, message: plainFault(MET_LIMIT, runId) } }
  return { error: { code: 'run_failed', message: plainFault(ingests ? NOT_FILLED : HIDDEN_FAULT, runId) } }
}

/** The work of a step: of an agent flow, what it thought, used and asked is its author's. */
function workForStranger(event: WorkEvent, isAgentFlow: boolean): RunEvent | undefined {
  if (!isAgentFlow) return event.type === 'tool-end' ? { ...event, used: withoutWords(event.used) } : event
  switch (event.type) {
    case 'tool-start':
      return { ...event, input: {} }
    case 'tool-end':
      return { ...event, used: onlyName(event.used.tool) }
    default:
      return undefined
  }
}

function stepEndForStranger(event: RunEvent & { type: 'step-end' }): RunEvent {
  const { error: _error, executed, ...step } = event
  return { ...step, ...(executed && { executed: withoutWork(executed) }) }
}

/** What decides how an answer is shown. */
type Look = Pick<SeenRun, 'ingests'> & { isAgentFlow: boolean }

function viewOf(run: SeenRun): View {
  const { flowType, ingests } = run
  const isAgentFlow = flowType === 'AGENTFLOW' || flowType === 'MULTIAGENT'
  const look: Look = { isAgentFlow, ...(ingests && { ingests }) }
  return (event) => {
    switch (event.type) {
      case 'run-start':
      case 'question-heard':
      case 'step-start':
      case 'step-restarted':
      case 'text-delta':
      case 'sources-found':
      case 'artifacts-made':
      case 'files-made':
        return event
      case 'work-progressed':
        return withoutSource(event)
      case 'reasoning-delta':
      case 'usage-reported':
      case 'tool-start':
      case 'tool-end':
        return workForStranger(event, isAgentFlow)
      case 'step-end':
        return stepEndForStranger(event)
      case 'run-wait':
        return { ...event, result: answerForStranger(look, event.result ?? {}) }
      case 'run-end': {
        const { type, status, text, result } = event
        return {
          type,
          status,
          text,
          ...faultForStranger(event, run),
          result: answerForStranger(look, result),
        }
      }
      default:
        return event satisfies never
    }
  }
}

/** The events of a run as somebody sees them who may not see its steps (`docs/compatibility.md`). */
export async function* eventsForStranger(
  events: AsyncIterable<LoggedEvent[]>,
  run: SeenRun,
): AsyncGenerator<LoggedEvent[]> {
  const view = viewOf(run)
  for await (const batch of events) {
    yield batch.flatMap((logged) => {
      const event = view(logged.event)
      return event === undefined ? [] : [{ ...logged, event }]
    })
  }
}
