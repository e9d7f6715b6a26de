import {
  type ExecutedNode,
  type FlowType,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LoggedEvent,
  type RunEvent,
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
  'followUpPrompts',
]

const HIDDEN_FAULT =
  'The flow could not answer. Whoever runs it finds the reason in its executions, by the id of this run.'

const onlyName = (tool: JsonValue | undefined) => ({
  tool: typeof tool === 'string' ? tool : '',
  toolInput: {},
  toolOutput: '',
})

const nameOfTool = (used: JsonValue): JsonValue => onlyName(isJsonObject(used) ? used.tool : undefined)

function withoutWork({ nodeId, nodeLabel, status, previousNodeIds, data }: ExecutedNode): ExecutedNode {
  const output = isJsonObject(data.output) ? data.output : {}
  const times = isJsonObject(output.timeMetadata) ? { output: { timeMetadata: output.timeMetadata } } : {}
  return { nodeId, nodeLabel, status, previousNodeIds, data: times }
}

/** Executed nodes as a stranger gets them: id, label, state and times. */
export function executedForStranger(nodes: readonly ExecutedNode[]): ExecutedNode[] {
  return nodes.map(withoutWork)
}

function answerForStranger(isAgentFlow: boolean, result: JsonObject): JsonObject {
  const shown = ANSWER_FIELDS.flatMap((field): [string, JsonValue][] => {
    const value = result[field]
    return value === undefined ? [] : [[field, value]]
  })
  const { usedTools, agentFlowExecutedData: executed } = result
  return {
    ...Object.fromEntries(shown),
    ...(Array.isArray(usedTools) && { usedTools: isAgentFlow ? usedTools.map(nameOfTool) : usedTools }),
    ...(Array.isArray(executed) && {
      agentFlowExecutedData: executedForStranger(
        executed as unknown as ExecutedNode[],
      ) as unknown as JsonValue,
    }),
  }
}

/** Why a run failed: strangers are told of what its limits and its stop say, and of nothing else. */
function faultForStranger(event: RunEvent & { type: 'run-end' }): Pick<typeof event, 'error'> {
  const { error, status } = event
  if (error === undefined) return {}
  const { code, message } = error
  const isTold = status === 'terminated' || code === 'budget_exceeded'
  return { error: isTold ? { code, message } : { code: 'run_failed', message: HIDDEN_FAULT } }
}

/** The work of a step in an agent flow: what it thought, used and asked is its author's. */
function workForStranger(event: WorkEvent): RunEvent | undefined {
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

function viewOf(flowType: FlowType): View {
  const isAgentFlow = flowType === 'AGENTFLOW' || flowType === 'MULTIAGENT'
  return (event) => {
    switch (event.type) {
      case 'run-start':
      case 'step-start':
      case 'step-restarted':
      case 'text-delta':
      case 'sources-found':
      case 'artifacts-made':
        return event
      case 'reasoning-delta':
      case 'usage-reported':
      case 'tool-start':
      case 'tool-end':
        return isAgentFlow ? workForStranger(event) : event
      case 'step-end':
        return stepEndForStranger(event)
      case 'run-wait':
        return { ...event, result: answerForStranger(isAgentFlow, event.result ?? {}) }
      case 'run-end': {
        const { type, status, text, result } = event
        return {
          type,
          status,
          text,
          ...faultForStranger(event),
          result: answerForStranger(isAgentFlow, result),
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
  flowType: FlowType,
): AsyncGenerator<LoggedEvent[]> {
  const view = viewOf(flowType)
  for await (const batch of events) {
    yield batch.flatMap((logged) => {
      const event = view(logged.event)
      return event === undefined ? [] : [{ ...logged, event }]
    })
  }
}
