import {
  type ModelPart,
  type ModelReply,
  type ModelRequest,
  type OpenChatModel,
  readNumber,
  readSwitch,
  textOf,
} from '@runnel/node-kit'
import { composeDemoReply } from './compose-demo-reply.ts'
import { readLittle } from './read-little.ts'
import { countWords, saidIn, splitForStreaming } from './words.ts'

const DEFAULT_DELAY_MS = 12
const MAX_DELAY_MS = 1000

/** Opens the Demo model. Whole answers come at once; streamed ones word by word. */
export const openDemoChatModel: OpenChatModel = async ({ values }, { sleep }) => {
  const asked = readNumber(values, 'delayMs') ?? DEFAULT_DELAY_MS
  const delayMs = Math.min(MAX_DELAY_MS, Math.max(0, asked))
  const streams = readSwitch(values, 'streaming', true)

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    const reply = replyTo(request)
    const whole = textOf(reply.parts)
    for (const text of streams ? splitForStreaming(whole) : [whole]) {
      if (delayMs > 0) await sleep(delayMs, signal)
      signal.throwIfAborted()
      if (text !== '') yield { type: 'text', text }
    }
    yield { type: 'finish', reply }
  }

  return {
    generate: async (request, signal) => {
      signal.throwIfAborted()
      return replyTo(request)
    },
    stream,
  }
}

function replyTo(asked: ModelRequest): ModelReply {
  const request = { ...asked, messages: readLittle(asked.messages) }
  const { text, toolCalls } = composeDemoReply(request)
  const inputTokens = request.messages.reduce((sum, message) => sum + countWords(saidIn(message)), 0)
  const outputTokens =
    countWords(text) + toolCalls.reduce((sum, call) => sum + countWords(JSON.stringify(call.input)), 0)
  return {
    parts: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...toolCalls],
    usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    finishReason: toolCalls.length > 0 ? 'tool-calls' : 'stop',
    metadata: { model_name: 'demo' },
  }
}
