import {
  costOf,
  type ExecutedNode,
  executionStates,
  type JsonObject,
  type JsonValue,
  type RunEvent,
  type RunStatus,
  type Usage,
  type UsedTool,
} from '@runnel/contract'
import { createShownText, type ShownText, type TextToSend } from './shown-text.ts'

/** One frame of Flowise's stream: `message:` and the JSON, no `id:`. */
export function predictionFrame(event: string, data: unknown, extra: object = {}): string {
  return `message:\ndata:${JSON.stringify({ event, data, ...extra })}\n\n`
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
  ...costsOf(usage),
})

function costsOf({ inputCost, outputCost }: Usage) {
  const total = costOf({ inputCost, outputCost })
  return total === undefined
    ? {}
    : { input_cost: inputCost ?? 0, output_cost: outputCost ?? 0, total_cost: total }
}

/** Turns the events of one run into the reference's frames. Keeps what later frames repeat. */
export interface FrameWriter {
  /** What a run that goes on after an answer begins with. */
  resume(): string
  frames(event: RunEvent): string
}

/** What a writer has sent so far. */
interface Sent {
  executed: ExecutedNode[]
  usedTools: UsedTool[]
  /** By their JSON: a step that begins again finds the same. */
  sources: Map<string, JsonValue>
  hasBegun: boolean
  hasText: boolean
  text: ShownText
  reasoning: ShownText
  thoughtEnds: ThoughtEnds
}

/** Ends of thoughts by the path of their step: a step that begins again thinks again, which its reader has heard. */
interface ThoughtEnds {
  told: Map<string, number>
  came: Map<string, number>
}

/** Takes note of an end; true for one that the reader does not have. */
function isNewEnd({ told, came }: ThoughtEnds, path: string): boolean {
  const count = (came.get(path) ?? 0) + 1
  came.set(path, count)
  if (count <= (told.get(path) ?? 0)) return false
  told.set(path, count)
  return true
}

/** Frames of an event by its type; what a kind of flow does not send is an empty text. */
type FrameMakers = { [T in RunEvent['type']]: (event: Extract<RunEvent, { type: T }>) => string }

function commonFrames(
  sent: Sent,
): Pick<
  FrameMakers,
  'step-restarted' | 'reasoning-delta' | 'tool-end' | 'sources-found' | 'artifacts-made' | 'files-made'
> {
  return {
    'step-restarted': ({ path }) => {
      sent.text.restart(path)
      sent.reasoning.restart(path)
      for (const known of sent.thoughtEnds.came.keys()) {
        if (known === path || known.startsWith(`${path}/`)) sent.thoughtEnds.came.delete(known)
      }
      return ''
    },
    'reasoning-delta': ({ path, text, seconds }) => {
      if (seconds !== undefined && !isNewEnd(sent.thoughtEnds, path)) return ''
      const added = sent.reasoning.add(path, text)
      const extra = seconds === undefined ? {} : { duration: seconds }
      return added.text === '' && text !== '' ? '' : predictionFrame('thinking', added.text, extra)
    },
    'tool-end': ({ used }) => {
      sent.usedTools.push(used)
      return predictionFrame('usedTools', sent.usedTools)
    },
    'sources-found': ({ documents }) => {
      for (const document of documents) sent.sources.set(JSON.stringify(document), document)
      return predictionFrame('sourceDocuments', [...sent.sources.values()])
    },
    'artifacts-made': ({ artifacts }) => predictionFrame('artifacts', artifacts),
    'files-made': ({ files }) => predictionFrame('fileAnnotations', files),
  }
}

/** The end of a stream whose run did not end well. */
function failure(event: RunEvent & { type: 'run-end' }): string {
  return event.status === 'terminated'
    ? predictionFrame('abort', '[DONE]')
    : predictionFrame('error', event.error?.message ?? 'The run failed.')
}

function chatFlowFrames(sent: Sent): FrameMakers {
  const begin = () => {
    if (sent.hasBegun) return ''
    sent.hasBegun = true
    return predictionFrame('start', '')
  }
  const token = ({ beginsAnew, text }: TextToSend) => {
    sent.hasText = true
    if (beginsAnew) sent.hasBegun = false
    return text === '' && !beginsAnew ? '' : begin() + predictionFrame('token', text)
  }
  return {
    ...commonFrames(sent),
    'run-start': () => '',
    'question-heard': () => '',
    'step-start': () => '',
    'step-end': () => '',
    'tool-start': () => '',
    'usage-reported': () => '',
    'work-progressed': () => '',
    'text-delta': ({ path, text }) => token(sent.text.add(path, text)),
    'run-wait': ({ action, result }) =>
      predictionFrame('action', action) + predictionFrame('metadata', metadataOf(result ?? {})),
    'run-end': (event) => {
      if (event.status !== 'finished') return failure(event)
      const rest = sent.hasText ? sent.text.end() : { beginsAnew: false, text: event.text }
      return token(rest) + predictionFrame('metadata', metadataOf(event.result))
    },
  }
}

function agentFlowFrames(sent: Sent): FrameMakers {
  const state = (status: RunStatus) => predictionFrame('agentFlowEvent', executionStates[status])
  const node = (data: object) => predictionFrame('nextAgentFlow', data)
  const token = ({ beginsAnew, text }: TextToSend) => {
    sent.hasText = true
    if (text === '' && !beginsAnew) return ''
    return (beginsAnew ? state('running') : '') + predictionFrame('token', text)
  }
  return {
    ...commonFrames(sent),
    'run-start': () => state('running'),
    'question-heard': () => '',
    'step-start': ({ nodeId, nodeLabel }) => node({ nodeId, nodeLabel, status: 'INPROGRESS' }),
    'step-end': ({ nodeId, nodeLabel, status, error, path, executed }) => {
      if (executed === undefined) return ''
      sent.executed.push(executed)
      const ended = node({
        nodeId,
        nodeLabel,
        status: stepStatus[status],
        ...(error === undefined ? {} : { error }),
      })
      return path.includes('/') ? ended : ended + predictionFrame('agentFlowExecutedData', sent.executed)
    },
    'tool-start': ({ tool, input }) =>
      predictionFrame('calledTools', [{ tool, toolInput: input, toolOutput: '' }]),
    'work-progressed': () => '',
    'usage-reported': ({ usage }) => predictionFrame('usageMetadata', usageOf(usage)),
    'text-delta': ({ path, text }) => token(sent.text.add(path, text)),
    'run-wait': ({ action, result }) =>
      state('waiting') +
      predictionFrame('action', action) +
      predictionFrame('metadata', metadataOf(result ?? {})),
    'run-end': (event) => {
      if (event.status !== 'finished') return state(event.status) + failure(event)
      const rest = sent.hasText ? sent.text.end() : { beginsAnew: false, text: event.text }
      return token(rest) + state('finished') + predictionFrame('metadata', metadataOf(event.result))
    },
  }
}

/**
 * A writer for a flow that is an agent flow (with node frames) or a chat flow. `before` are the nodes that an answered
 * run had executed when it asked.
 */
export function createFrameWriter(isAgentFlow: boolean, before: ExecutedNode[] = []): FrameWriter {
  const sent: Sent = {
    executed: [...before],
    usedTools: [],
    sources: new Map(),
    hasBegun: false,
    hasText: false,
    text: createShownText(),
    reasoning: createShownText(),
    thoughtEnds: { told: new Map(), came: new Map() },
  }
  const makers = isAgentFlow ? agentFlowFrames(sent) : chatFlowFrames(sent)
  return {
    resume: () => (isAgentFlow ? predictionFrame('agentFlowEvent', executionStates.running) : ''),
    frames: (event) => (makers[event.type] as (event: RunEvent) => string)(event),
  }
}

/** The last frame of every stream. */
export const END_FRAME = predictionFrame('end', '[DONE]')
