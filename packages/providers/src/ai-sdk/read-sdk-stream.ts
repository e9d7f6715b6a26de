import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ModelPart, Part, ReasoningPart, TextPart } from '@runnel/node-kit'
import { addVendor, makeReply, type ReplyEnd, type ReplyFrom, toPart } from './collect-reply.ts'

/** How a stream is read besides the SDK's own parts. */
export interface StreamReading {
  from: ReplyFrom
  /** Finds reasoning in the vendor's own frames, where the SDK's model passes it over. */
  reasoningOfRaw?: (raw: unknown) => string
}

interface Collected {
  parts: Part[]
  blocks: Map<string, TextPart | ReasoningPart>
  end: ReplyEnd
}

/** Hands texts on as they come and ends with the whole reply; an error inside the stream is thrown. */
export async function* readSdkStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  reading: StreamReading,
): AsyncGenerator<ModelPart> {
  const collected: Collected = { parts: [], blocks: new Map(), end: { ...unfinished } }
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    const shown = collect(part, collected, reading)
    if (shown && shown.text !== '') yield shown
  }
  yield { type: 'finish', reply: makeReply(collected.parts, collected.end, reading.from) }
}

/** A stream that ended without saying so was cut. */
const unfinished: ReplyEnd = {
  usage: {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  },
  finishReason: { unified: 'interrupted', raw: undefined },
  id: undefined,
  modelId: undefined,
}

type Shown = { type: 'text' | 'reasoning'; text: string }

function collect(
  part: LanguageModelV4StreamPart,
  collected: Collected,
  reading: StreamReading,
): Shown | undefined {
  switch (part.type) {
    case 'text-start':
    case 'reasoning-start':
    case 'text-end':
    case 'reasoning-end':
      addVendor(blockOf(collected, part.id, kindOf(part.type)), part.providerMetadata)
      return undefined
    case 'text-delta':
    case 'reasoning-delta': {
      const type = kindOf(part.type)
      const block = blockOf(collected, part.id, type)
      block.text += part.delta
      addVendor(block, part.providerMetadata)
      return { type, text: part.delta }
    }
    case 'raw':
      return collectRaw(part.rawValue, collected, reading)
    case 'response-metadata':
      collected.end.id = part.id
      collected.end.modelId = part.modelId
      return undefined
    case 'finish':
      collected.end.usage = part.usage
      collected.end.finishReason = part.finishReason
      return undefined
    case 'tool-call':
    case 'tool-result':
    case 'source':
    case 'file': {
      const whole = toPart(part, reading.from)
      if (whole) collected.parts.push(whole)
      return undefined
    }
    default:
      return undefined
  }
}

function kindOf(type: `${'text' | 'reasoning'}-${string}`): 'text' | 'reasoning' {
  return type.startsWith('text') ? 'text' : 'reasoning'
}

function blockOf({ parts, blocks }: Collected, id: string, type: 'text' | 'reasoning') {
  const key = `${type} ${id}`
  const known = blocks.get(key)
  if (known) return known
  const block: TextPart | ReasoningPart = { type, text: '' }
  blocks.set(key, block)
  parts.push(block)
  return block
}

function collectRaw(
  raw: unknown,
  collected: Collected,
  { reasoningOfRaw }: StreamReading,
): Shown | undefined {
  const text = reasoningOfRaw?.(raw) ?? ''
  if (text === '') return undefined
  blockOf(collected, 'raw', 'reasoning').text += text
  return { type: 'reasoning', text }
}
