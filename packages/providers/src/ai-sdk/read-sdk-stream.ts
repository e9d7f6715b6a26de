import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ModelPart } from '@runnel/node-kit'
import { mapReply, type ReplyParts } from './map-reply.ts'

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>
type Collected = Pick<ReplyParts, 'text' | 'reasoning' | 'toolCalls' | 'id' | 'modelId'>

/** Hands texts on as they come and ends with the whole reply; an error inside the stream is thrown. */
export async function* readSdkStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  endpoint: { vendor: string; modelName: string },
): AsyncGenerator<ModelPart> {
  const collected: Collected = { text: '', reasoning: '', toolCalls: [], id: undefined, modelId: undefined }
  let finish: Finish | undefined
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'finish') finish = part
    const shown = collect(part, collected)
    if (shown) yield shown
  }
  const { usage, finishReason } = finish ?? unfinished
  yield { type: 'finish', reply: mapReply({ ...collected, usage, finishReason }, endpoint) }
}

/** A stream that ended without saying so was cut. */
const unfinished: Pick<Finish, 'usage' | 'finishReason'> = {
  usage: {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  },
  finishReason: { unified: 'interrupted', raw: undefined },
}

function collect(part: LanguageModelV4StreamPart, collected: Collected): ModelPart | undefined {
  switch (part.type) {
    case 'text-delta':
      collected.text += part.delta
      return part.delta === '' ? undefined : { type: 'text', text: part.delta }
    case 'reasoning-delta':
      collected.reasoning += part.delta
      return part.delta === '' ? undefined : { type: 'reasoning', text: part.delta }
    case 'tool-call':
      collected.toolCalls.push(part)
      return undefined
    case 'response-metadata':
      collected.id = part.id
      collected.modelId = part.modelId
      return undefined
    default:
      return undefined
  }
}
