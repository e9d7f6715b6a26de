import { randomBytes } from 'node:crypto'
import type { FakeAnthropicAnswer, FakeAnthropicToolCall, FakeWebSearch } from './anthropic-reply.ts'
import { type AnthropicBlock, type AnthropicBody, isThinking } from './anthropic-request.ts'
import { encrypt, sign } from './anthropic-signature.ts'
import { countTextTokens } from './count-tokens.ts'
import type { PromptUsage } from './prompt-cache.ts'

/** An answer as the vendor writes it. */
export interface AnthropicAnswerMessage {
  id: string
  type: 'message'
  role: 'assistant'
  model: string
  content: AnthropicBlock[]
  stop_reason: string
  stop_sequence: string | null
  usage: PromptUsage & {
    output_tokens: number
    output_tokens_details: { thinking_tokens: number }
    server_tool_use?: { web_search_requests: number }
    service_tier: 'standard'
  }
}

/** Makes the vendor's message of an answer: signed thinking, ids, limits of the call, usage. */
export function composeMessage(
  answer: FakeAnthropicAnswer,
  body: AnthropicBody,
  prompt: PromptUsage,
): AnthropicAnswerMessage {
  const { text, stop } = limitText(answer.text, body)
  const thinking = isThinking(body) ? thinkingBlocks(answer) : []
  const search = answer.webSearch ? searchBlocks(answer.webSearch) : []
  const calls = (answer.toolCalls ?? []).map(toolUseBlock)
  const content = [...thinking, ...search, ...textBlocks(text, answer), ...calls]
  return {
    id: makeId('msg'),
    type: 'message',
    role: 'assistant',
    model: body.model ?? '',
    content,
    stop_reason: answer.stopReason ?? (calls.length > 0 ? 'tool_use' : stop.reason),
    stop_sequence: calls.length > 0 ? null : stop.sequence,
    usage: {
      ...prompt,
      ...(answer.usage?.input === undefined ? {} : { input_tokens: answer.usage.input }),
      output_tokens: answer.usage?.output ?? countTextTokens(JSON.stringify(content)),
      output_tokens_details: { thinking_tokens: countThinking(answer, thinking) },
      ...(answer.webSearch ? { server_tool_use: { web_search_requests: 1 } } : {}),
      service_tier: 'standard',
    },
  }
}

/** An id in the vendor's form: what it is of, then characters that mean nothing. */
export function makeId(prefix: string): string {
  return `${prefix}_01${randomBytes(11).toString('hex')}`
}

interface Stop {
  reason: string
  sequence: string | null
}

/** A text ends before a stop sequence and at the limit of tokens. */
function limitText(text: string | undefined, { stop_sequences: sequences = [], max_tokens }: AnthropicBody) {
  const stop: Stop = { reason: 'end_turn', sequence: null }
  if (text === undefined) return { text: '', stop }
  const found = sequences
    .map((sequence) => ({ sequence, at: text.indexOf(sequence) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0]
  if (found)
    return { text: text.slice(0, found.at), stop: { reason: 'stop_sequence', sequence: found.sequence } }
  if (max_tokens === undefined || countTextTokens(text) <= max_tokens) return { text, stop }
  return { text: text.slice(0, max_tokens * 4), stop: { reason: 'max_tokens', sequence: null } }
}

function thinkingBlocks({ thinking = [], redactedThinking }: FakeAnthropicAnswer): AnthropicBlock[] {
  const texts = typeof thinking === 'string' ? [thinking] : thinking
  return [
    ...texts.map((text) => ({ type: 'thinking', thinking: text, signature: sign(text) })),
    ...(redactedThinking === undefined
      ? []
      : [{ type: 'redacted_thinking', data: encrypt(redactedThinking) }]),
  ]
}

function countThinking(
  { thinking = [], redactedThinking = '' }: FakeAnthropicAnswer,
  blocks: AnthropicBlock[],
) {
  return blocks.length === 0 ? 0 : countTextTokens([thinking, redactedThinking].flat().join(''))
}

function searchBlocks({ query, results }: FakeWebSearch): AnthropicBlock[] {
  const id = makeId('srvtoolu')
  const content = results.map(({ url, title, text }) => ({
    type: 'web_search_result',
    url,
    title,
    encrypted_content: encrypt(text),
    page_age: null,
  }))
  return [
    { type: 'server_tool_use', id, name: 'web_search', input: { query } },
    { type: 'web_search_tool_result', tool_use_id: id, content },
  ]
}

function textBlocks(text: string, { citations = [], webSearch }: FakeAnthropicAnswer): AnthropicBlock[] {
  if (text === '') return []
  const cited = [...citations, ...(webSearch ? searchCitations(webSearch) : [])]
  return [{ type: 'text', text, ...(cited.length > 0 ? { citations: cited } : {}) }]
}

function searchCitations({ results }: FakeWebSearch) {
  return results.map(({ url, title, text }) => ({
    type: 'web_search_result_location',
    url,
    title,
    encrypted_index: encrypt(url),
    cited_text: text.slice(0, 150),
  }))
}

function toolUseBlock({ id, name, input }: FakeAnthropicToolCall): AnthropicBlock {
  return { type: 'tool_use', id: id ?? makeId('toolu'), name, input }
}
