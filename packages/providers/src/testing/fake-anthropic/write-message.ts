import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FakeAnthropicAnswer } from './anthropic-reply.ts'
import type { AnthropicBlock } from './anthropic-request.ts'
import type { AnthropicAnswerMessage } from './compose-message.ts'

const JSON_PIECE = 8

/** Writes an answer as server-sent events, as the vendor does. */
export async function writeStreamedMessage(
  response: ServerResponse,
  answer: FakeAnthropicAnswer,
  message: AnthropicAnswerMessage,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  if (answer.errorAfter === -1) return void response.end(errorEvent(answer))
  const send = (event: Event) => response.write(frame(event))
  send({ type: 'message_start', message: openingOf(message) })
  if (answer.firstTokenDelayMs) await wait(answer.firstTokenDelayMs)
  if (!(await writeBlocks({ response, answer, message, send }))) return
  const { stop_reason, stop_sequence, usage } = message
  send({ type: 'message_delta', delta: { stop_reason, stop_sequence }, usage })
  response.end(frame({ type: 'message_stop' }))
}

interface Event {
  type: string
  [key: string]: unknown
}

/** What is known before the first word: no content, no reason to stop, the prompt's tokens. */
function openingOf(message: AnthropicAnswerMessage) {
  return { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } }
}

interface Writing {
  response: ServerResponse
  answer: FakeAnthropicAnswer
  message: AnthropicAnswerMessage
  send: (event: Event) => void
}

/** False when the answer broke off. */
async function writeBlocks({ response, answer, message, send }: Writing): Promise<boolean> {
  let count = 0
  for (const [index, block] of message.content.entries()) {
    send({ type: 'content_block_start', index, content_block: emptied(block) })
    if (index === 0) send({ type: 'ping' })
    for (const delta of deltasOf(block, answer)) {
      if (await breakOff(response, answer, count++)) return false
      send({ type: 'content_block_delta', index, delta })
      if (answer.tokenDelayMs) await wait(answer.tokenDelayMs)
    }
    send({ type: 'content_block_stop', index })
  }
  return true
}

/** Cuts the stream or ends it with an error, if that is wanted after `count` deltas; true when it is over. */
async function breakOff(
  response: ServerResponse,
  answer: FakeAnthropicAnswer,
  count: number,
): Promise<boolean> {
  if (count === answer.cutAfter) {
    await new Promise<void>((resolve) => response.write(':\n\n', () => resolve()))
    response.destroy()
    return true
  }
  if (count === answer.errorAfter) {
    response.end(errorEvent(answer))
    return true
  }
  return response.destroyed
}

/** A block as it starts, before its deltas fill it; what has no deltas comes whole. */
function emptied(block: AnthropicBlock): AnthropicBlock {
  if (block.type === 'text') return { type: 'text', text: '', ...(block.citations ? { citations: [] } : {}) }
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  if (block.type === 'tool_use' || block.type === 'server_tool_use') return { ...block, input: {} }
  return block
}

function deltasOf(block: AnthropicBlock, { pieces }: FakeAnthropicAnswer): Event[] {
  switch (block.type) {
    case 'text':
      return [
        ...(pieces ?? split(block.text)).map((text) => ({ type: 'text_delta', text })),
        ...asList(block.citations).map((citation) => ({ type: 'citations_delta', citation })),
      ]
    case 'thinking':
      return [
        ...split(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ]
    case 'tool_use':
    case 'server_tool_use':
      return ['', ...cut(JSON.stringify(block.input))].map((partialJson) => ({
        type: 'input_json_delta',
        partial_json: partialJson,
      }))
    default:
      return []
  }
}

function split(text: unknown): string[] {
  return String(text).match(/\s*\S+\s*/g) ?? []
}

function cut(text: string): string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${JSON_PIECE}}`, 'g')) ?? []
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function errorEvent({ errorType = 'overloaded_error' }: FakeAnthropicAnswer): string {
  const message = errorType === 'overloaded_error' ? 'Overloaded' : 'Internal server error'
  return frame({ type: 'error', error: { type: errorType, message } })
}

function frame(event: Event): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
