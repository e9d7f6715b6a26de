import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { generateId } from '@ai-sdk/provider-utils'
import type { OllamaChunk } from './ollama-protocol.ts'

/** Marks what the model thinks as this vendor's, so that it goes back with the calls of tools that it led to. */
const OWN = { providerMetadata: { ollama: {} } }
const THOUGHT = 'thought'
const TEXT = 'text'

/** A whole answer in the AI SDK's pieces. */
export function readOllamaContent({ message = {} }: OllamaChunk): LanguageModelV4Content[] {
  const { thinking = '', content = '' } = message
  return [
    ...(thinking === '' ? [] : [{ type: 'reasoning' as const, text: thinking, ...OWN }]),
    ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
    ...readCalls(message),
  ]
}

/** Lines of an answer as parts of a stream; one that ends without `done` ends without `finish`. */
export async function* readOllamaStream(
  lines: AsyncIterable<OllamaChunk>,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const seen: Seen = { blocks: new Set(), hasCalls: false }
  yield { type: 'stream-start', warnings: [] }
  for await (const line of lines) {
    if (line.error !== undefined) return yield { type: 'error', error: { message: line.error } }
    yield* readMessage(line.message ?? {}, seen)
    if (line.done === true) yield* readEnd(line, seen)
  }
}

interface Seen {
  blocks: Set<string>
  hasCalls: boolean
}

function* readMessage(
  message: NonNullable<OllamaChunk['message']>,
  seen: Seen,
): Generator<LanguageModelV4StreamPart> {
  const { thinking = '', content = '' } = message
  if (thinking !== '') {
    if (isNew(THOUGHT, seen)) yield { type: 'reasoning-start', id: THOUGHT, ...OWN }
    yield { type: 'reasoning-delta', id: THOUGHT, delta: thinking }
  }
  if (content !== '') {
    if (isNew(TEXT, seen)) yield { type: 'text-start', id: TEXT }
    yield { type: 'text-delta', id: TEXT, delta: content }
  }
  for (const call of readCalls(message)) {
    seen.hasCalls = true
    yield call
  }
}

function isNew(block: string, { blocks }: Seen): boolean {
  const isKnown = blocks.has(block)
  blocks.add(block)
  return !isKnown
}

function* readEnd(line: OllamaChunk, { hasCalls }: Seen): Generator<LanguageModelV4StreamPart> {
  if (line.model !== undefined) yield { type: 'response-metadata', modelId: line.model }
  yield { type: 'finish', usage: readOllamaUsage(line), finishReason: readOllamaReason(line, hasCalls) }
}

/** Why an answer ended: one that calls tools says no more than that it stopped. */
export function readOllamaReason(
  { done_reason: raw }: OllamaChunk,
  hasCalls: boolean,
): LanguageModelV4FinishReason {
  if (hasCalls) return { unified: 'tool-calls', raw }
  if (raw === 'length') return { unified: 'length', raw }
  return { unified: raw === undefined || raw === 'stop' ? 'stop' : 'other', raw }
}

/** Tokens of an answer. Those of a prompt that the server still knew are not counted anew. */
export function readOllamaUsage({
  prompt_eval_count: input,
  eval_count: output,
}: OllamaChunk): LanguageModelV4Usage {
  return {
    inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: undefined, reasoning: undefined },
  }
}

/** Calls come whole; older servers give them no ids. */
function readCalls({ tool_calls: calls = [] }: NonNullable<OllamaChunk['message']>) {
  return calls.map(
    ({ id, function: called }): LanguageModelV4ToolCall => ({
      type: 'tool-call',
      toolCallId: id || generateId(),
      toolName: called?.name ?? '',
      input: JSON.stringify(called?.arguments ?? {}),
    }),
  )
}
