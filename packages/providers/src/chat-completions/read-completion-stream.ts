import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { ModelPart } from '@runnel/node-kit'
import { mapReply, type ReplyParts } from '../ai-sdk/map-reply.ts'
import { completionStreamError } from './completion-stream-error.ts'
import { readEventData } from './read-event-data.ts'

const END = '[DONE]'

const FINISH_REASONS: Record<string, ReplyParts['finishReason']['unified']> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
}

/** Tool calls by the numbers that the vendor gives them. */
type ToolCalls = Map<number, ReplyParts['toolCalls'][number]>

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
const numberOf = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined
const listOf = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

/**
 * Reads a streamed chat completion, as OpenAI and every server that speaks its protocol send it: hands texts on as
 * they come and ends with the whole reply. An error frame, or a frame that is no JSON, is thrown.
 */
export async function* readCompletionStream(
  body: ReadableStream<Uint8Array>,
  endpoint: { vendor: string; modelName: string },
): AsyncGenerator<ModelPart> {
  const parts: ReplyParts = {
    text: '',
    reasoning: '',
    toolCalls: [],
    usage: { inputTokens: { total: undefined }, outputTokens: { total: undefined } },
    finishReason: { unified: 'interrupted', raw: undefined },
    id: undefined,
    modelId: undefined,
  }
  const calls: ToolCalls = new Map()
  for await (const batch of readEventData(body)) {
    const chunks = batch.filter((data) => data !== END).map((data) => parseChunk(data, endpoint))
    for (const chunk of chunks) yield* takeChunk(parts, calls, chunk)
    if (batch.includes(END)) break
  }
  const inOrder = [...calls].sort(([a], [b]) => a - b)
  parts.toolCalls = inOrder.map(([, call]) => call)
  yield { type: 'finish', reply: mapReply(parts, endpoint) }
}

function parseChunk(data: string, endpoint: { vendor: string; modelName: string }): JsonObject {
  const chunk: unknown = JSON.parse(data)
  if (!isJsonObject(chunk)) throw new Error(`a frame of the stream is no object: ${data.slice(0, 100)}`)
  if (chunk.error !== undefined && chunk.error !== null) throw completionStreamError(chunk.error, endpoint)
  return chunk
}

function* takeChunk(parts: ReplyParts, calls: ToolCalls, chunk: JsonObject): Generator<ModelPart> {
  parts.id ??= textOf(chunk.id) || undefined
  parts.modelId ??= textOf(chunk.model) || undefined
  if (isJsonObject(chunk.usage)) {
    parts.usage.inputTokens.total = numberOf(chunk.usage.prompt_tokens)
    parts.usage.outputTokens.total = numberOf(chunk.usage.completion_tokens)
  }
  const [choice] = listOf(chunk.choices)
  if (!choice) return
  takeFinishReason(parts, choice.finish_reason)
  if (isJsonObject(choice.delta)) yield* takeDelta(parts, calls, choice.delta)
}

function takeFinishReason(parts: ReplyParts, raw: JsonValue | undefined): void {
  if (typeof raw === 'string') parts.finishReason = { unified: FINISH_REASONS[raw] ?? 'other', raw }
}

/** Servers that tell how their model reasons do so under one of two names. */
function* takeDelta(parts: ReplyParts, calls: ToolCalls, delta: JsonObject): Generator<ModelPart> {
  const reasoning = textOf(delta.reasoning_content) || textOf(delta.reasoning)
  if (reasoning !== '') {
    parts.reasoning += reasoning
    yield { type: 'reasoning', text: reasoning }
  }
  const text = textOf(delta.content) + textOf(delta.refusal)
  if (text !== '') {
    parts.text += text
    yield { type: 'text', text }
  }
  for (const call of listOf(delta.tool_calls)) takeToolCall(calls, call)
}

/**
 * A call comes in pieces: its id and name with the first one, its arguments with all of them. Servers that number no
 * calls send each whole, or its pieces one after the other.
 */
function takeToolCall(calls: ToolCalls, delta: JsonObject): void {
  const called = isJsonObject(delta.function) ? delta.function : {}
  const name = textOf(called.name)
  const index = numberOf(delta.index) ?? (name === '' ? calls.size - 1 : calls.size)
  const known = calls.get(index)
  if (known) {
    known.input += textOf(called.arguments)
    return
  }
  const toolCallId = textOf(delta.id) || crypto.randomUUID()
  calls.set(index, { toolCallId, toolName: name, input: textOf(called.arguments) })
}
