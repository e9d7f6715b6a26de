import type {
  ExecutedNode,
  JsonObject,
  JsonValue,
  RunEvent,
  RunStatus,
  Usage,
  UsedTool,
} from '@runnel/contract'

/** One frame of the reference's stream: `message:` and the JSON, no `id:` (`reference/api.md` 1.3). */
export function predictionFrame(event: string, data: unknown, extra: object = {}): string {
  return `message:\ndata:${JSON.stringify({ event, data, ...extra })}\n\n`
}

const flowStatus: Record<RunStatus, string> = {
  queued: 'INPROGRESS',
  running: 'INPROGRESS',
  waiting: 'STOPPED',
  finished: 'FINISHED',
  error: 'ERROR',
  terminated: 'TERMINATED',
  timeout: 'TIMEOUT',
}

const stepStatus = {
  finished: 'FINISHED',
  error: 'ERROR',
  terminated: 'TERMINATED',
  waiting: 'STOPPED',
} as const

const METADATA = [
  'chatId',
  'chatMessageId',
  'question',
  'sessionId',
  'memoryType',
  'followUpPrompts',
  'flowVariables',
  'action',
]

function metadataOf(result: JsonObject): JsonObject {
  const entries = METADATA.flatMap((key): [string, JsonValue][] => {
    const value = result[key]
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}

const usageOf = (usage: Usage) => ({
  input_tokens: usage.inputTokens,
  output_tokens: usage.outputTokens,
  total_tokens: usage.totalTokens,
})

/** Turns the events of one run into the reference's frames. Keeps what later frames repeat. */
export interface FrameWriter {
  frames(event: RunEvent): string
}

/** A writer for a flow that is an agent flow (with node frames) or a chat flow. */
export function createFrameWriter(isAgentFlow: boolean): FrameWriter {
  const executed: ExecutedNode[] = []
  const usedTools: UsedTool[] = []
  let hasBegun = false
  let hasText = false

  function begin(): string {
    if (hasBegun || isAgentFlow) return ''
    hasBegun = true
    return predictionFrame('start', '')
  }

  function stepEnd(event: RunEvent & { type: 'step-end' }): string {
    if (!isAgentFlow || event.executed === undefined) return ''
    const { nodeId, nodeLabel, error } = event
    const status = stepStatus[event.status]
    const isTopLevel = !event.path.includes('/')
    executed.push(event.executed)
    const node = predictionFrame('nextAgentFlow', {
      nodeId,
      nodeLabel,
      status,
      ...(error === undefined ? {} : { error }),
    })
    return isTopLevel ? node + predictionFrame('agentFlowExecutedData', executed) : node
  }

  function ending(status: RunStatus, result: JsonObject, text: string): string {
    const whole = hasText || status !== 'finished' ? '' : begin() + predictionFrame('token', text)
    const flow = isAgentFlow ? predictionFrame('agentFlowEvent', flowStatus[status]) : ''
    return whole + flow + predictionFrame('metadata', metadataOf(result))
  }

  function failed(event: RunEvent & { type: 'run-end' }): string {
    const flow = isAgentFlow ? predictionFrame('agentFlowEvent', flowStatus[event.status]) : ''
    if (event.status === 'terminated') return `${flow}${predictionFrame('abort', '[DONE]')}`
    return flow + predictionFrame('error', event.error?.message ?? 'The run failed.')
  }

  function frames(event: RunEvent): string {
    switch (event.type) {
      case 'run-start':
        return isAgentFlow ? predictionFrame('agentFlowEvent', 'INPROGRESS') : ''
      case 'step-start':
        return isAgentFlow
          ? predictionFrame('nextAgentFlow', {
              nodeId: event.nodeId,
              nodeLabel: event.nodeLabel,
              status: 'INPROGRESS',
            })
          : ''
      case 'step-restarted':
        return ''
      case 'text-delta':
        hasText = true
        return begin() + predictionFrame('token', event.text)
      case 'reasoning-delta':
        return predictionFrame(
          'thinking',
          event.text,
          event.seconds === undefined ? {} : { duration: event.seconds },
        )
      case 'tool-start':
        return isAgentFlow
          ? predictionFrame('calledTools', [{ tool: event.tool, toolInput: event.input, toolOutput: '' }])
          : ''
      case 'tool-end':
        usedTools.push(event.used)
        return predictionFrame('usedTools', usedTools)
      case 'sources-found':
        return predictionFrame('sourceDocuments', event.documents)
      case 'artifacts-made':
        return predictionFrame('artifacts', event.artifacts)
      case 'usage-reported':
        return isAgentFlow ? predictionFrame('usageMetadata', usageOf(event.usage)) : ''
      case 'step-end':
        return stepEnd(event)
      case 'run-wait':
        return predictionFrame('action', event.action) + ending('waiting', event.result ?? {}, '')
      case 'run-end':
        return event.status === 'finished' ? ending('finished', event.result, event.text) : failed(event)
      default:
        return event satisfies never
    }
  }
  return { frames }
}

/** The last frame of every stream. */
export const END_FRAME = predictionFrame('end', '[DONE]')
