import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { BETWEEN_THOUGHTS } from '@runnel/contract'
import {
  type ChatModel,
  ModelError,
  type ModelPart,
  type ModelReply,
  type ModelRequest,
  type Part,
  type ReasoningPart,
  reasoningOf,
  type TextPart,
  textOf,
  type VendorContext,
} from '@runnel/node-kit'
import { addVendor, makeReply, type ReplyEnd, type ReplyFrom, toPart } from './collect-reply.ts'
import { convertToSdkCall, type SdkSettings } from './convert-to-sdk-call.ts'
import { describeVendorError, type Endpoint } from './describe-vendor-error.ts'
import { type Deadline, startDeadline } from './start-deadline.ts'
import type { VendorRules } from './vendor-rules.ts'

/** A model of the AI SDK, and how this product calls it. */
interface SdkChatModelOptions {
  model: LanguageModelV4
  endpoint: Endpoint
  /** Whether the vendor's own server is asked. */
  isHome: boolean
  rules: VendorRules
  settings: SdkSettings
  /** Off: the vendor is never asked to stream, the text comes in one piece. */
  streams: boolean
  /** The model answers in streams alone, which are put together where the whole is asked for. */
  onlyStreams?: boolean
  /** Finds reasoning in the vendor's own frames, where the SDK's model passes it over. */
  reasoningOfRaw?: (raw: unknown) => string
  /** How long the vendor may take to begin its answer, in milliseconds; undefined for no limit of our own. */
  timeoutMs: number | undefined
  vendor: Pick<VendorContext, 'sleep' | 'giveWay' | 'readFile' | 'idempotencyKey'>
}

/** A chat model over any model of the AI SDK: one vendor call each, no retries. */
export function createSdkChatModel(options: SdkChatModelOptions): ChatModel {
  return {
    maxReplyTokens: options.settings.maxOutputTokens,
    identity: { modelName: options.endpoint.modelName, isHome: options.isHome },
    generate: (request, signal) => generateBy(options, request, signal),
    stream: (request, signal) =>
      options.streams ? stream(options, request, signal) : streamWhole(options, request, signal),
  }
}

async function generateBy(
  options: SdkChatModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply> {
  if (!options.onlyStreams) return generate(options, request, signal)
  for await (const part of stream(options, request, signal)) if (part.type === 'finish') return part.reply
  throw new Error('A stream ended without its end')
}

async function generate(
  options: SdkChatModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply> {
  const { model, timeoutMs } = options
  const from = replyFrom(options)
  const deadline =
    timeoutMs === undefined ? undefined : startDeadline(timeoutMs, signal, options.vendor.sleep)
  try {
    const call = await convertToSdkCall(request, worldOf(options), deadline?.signal ?? signal)
    const { content, usage, finishReason, response } = await model.doGenerate(call)
    const thought = options.reasoningOfRaw?.(response?.body) ?? ''
    const parts = content.map((piece) => toPart(piece, from)).filter((part) => part !== undefined)
    return makeReply(
      thought === '' ? parts : [{ type: 'reasoning', text: thought }, ...parts],
      { usage, finishReason, id: response?.id, modelId: response?.modelId },
      from,
    )
  } catch (error) {
    throw explain(error, { options, signal, deadline })
  } finally {
    deadline?.end()
  }
}

async function* stream(
  options: SdkChatModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const { model, reasoningOfRaw } = options
  const deadline = startDeadline(options.timeoutMs, signal, options.vendor.sleep)
  try {
    const call = await convertToSdkCall(request, worldOf(options), deadline.signal)
    const { stream: parts } = await model.doStream({
      ...call,
      ...(reasoningOfRaw ? { includeRawChunks: true } : {}),
    })
    const { giveWay } = options.vendor
    const reading = {
      from: replyFrom(options),
      ...(reasoningOfRaw ? { reasoningOfRaw } : {}),
      ...(giveWay ? { giveWay } : {}),
    }
    for await (const part of readSdkStream(parts, reading)) {
      deadline.stopClock()
      yield part
    }
  } catch (error) {
    throw explain(error, { options, signal, deadline })
  } finally {
    deadline.end()
  }
}

async function* streamWhole(
  options: SdkChatModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const reply = await generateBy(options, request, signal)
  const reasoning = reasoningOf(reply.parts)
  const text = textOf(reply.parts)
  if (reasoning !== '') yield { type: 'reasoning', text: reasoning }
  if (text !== '') yield { type: 'text', text }
  yield { type: 'finish', reply }
}

function replyFrom({ endpoint, rules }: SdkChatModelOptions): ReplyFrom {
  return { vendor: endpoint.vendor, modelName: endpoint.modelName, namespace: rules.namespace }
}

function worldOf({ rules, settings, vendor }: SdkChatModelOptions) {
  const { readFile, idempotencyKey } = vendor
  return { rules, settings, readFile, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
}

interface Failure {
  options: SdkChatModelOptions
  signal: AbortSignal
  deadline: Deadline | undefined
}

function explain(error: unknown, { options, signal, deadline }: Failure): unknown {
  if (signal.aborted) return error
  if (deadline?.hasPassed()) return timeoutError(options, error)
  return describeVendorError(error, { ...options.endpoint, outOfQuota: options.rules.outOfQuota })
}

function timeoutError({ endpoint, timeoutMs }: SdkChatModelOptions, cause: unknown): ModelError {
  return new ModelError(
    `${endpoint.vendor} did not begin to answer within ${timeoutMs} ms (model ${endpoint.modelName}). Try again, or raise the timeout of the model.`,
    { retryable: true, cause },
  )
}

/** How a stream is read besides the SDK's own parts. */
interface StreamReading extends Pick<VendorContext, 'giveWay'> {
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
async function* readSdkStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  reading: StreamReading,
): AsyncGenerator<ModelPart> {
  const collected: Collected = { parts: [], blocks: new Map(), end: { ...unfinished } }
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    const shown = collect(part, collected, reading)
    if (shown && shown.text !== '') yield shown
    const others = reading.giveWay?.()
    if (others) await others
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
      const text = beginsAnew(block, collected) ? `${BETWEEN_THOUGHTS}${part.delta}` : part.delta
      block.text += part.delta
      addVendor(block, part.providerMetadata)
      return { type, text }
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

/** Whether the first words of a thought come now, after another one was told. */
function beginsAnew(block: TextPart | ReasoningPart, { blocks }: Collected): boolean {
  if (block.type !== 'reasoning' || block.text !== '') return false
  return [...blocks.values()].some(({ type, text }) => type === 'reasoning' && text !== '')
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
