import type { ServerResponse } from 'node:http'
import type { FakeAnswer, FakeToolCall } from '../fake-openai-reply.ts'
import { sendJson, writeFrames } from '../start-fake-vendor.ts'
import { wordsOf } from '../words-of.ts'
import type { CohereBody } from './check-cohere-request.ts'

const ARGUMENT_PIECE = 8

/** Writes an answer of `/v2/chat`, whole or as events, each a frame with its name. */
export function writeCohereAnswer(response: ServerResponse, answer: FakeAnswer, body: CohereBody) {
  if (body.stream !== true) return sendJson(response, wholeAnswer(answer, body))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const frames = [
    ...blockFrames('thinking', wordsOf(answer.reasoning), 0),
    ...blockFrames('text', answer.pieces ?? wordsOf(answer.text), answer.reasoning === undefined ? 0 : 1),
    ...(answer.toolCalls ?? []).flatMap(callFrames),
  ]
  const begin = frame('message-start', {
    id: 'fake-id',
    delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
  })
  const end = frame('message-end', {
    delta: { finish_reason: reasonOf(answer), usage: usageOf(answer, body) },
  })
  return writeFrames(response, [`${begin}${frames[0] ?? ''}`, ...frames.slice(1), end], answer)
}

function wholeAnswer(answer: FakeAnswer, body: CohereBody): object {
  const { reasoning, text, toolCalls } = answer
  const content = [
    ...(reasoning === undefined ? [] : [{ type: 'thinking', thinking: reasoning }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
  ]
  return {
    id: 'fake-id',
    message: {
      role: 'assistant',
      ...(content.length > 0 ? { content } : {}),
      ...(toolCalls ? { tool_plan: 'I will look it up.', tool_calls: toolCalls.map(describeCall) } : {}),
    },
    finish_reason: reasonOf(answer),
    usage: usageOf(answer, body),
  }
}

/** The pieces of a block, with its beginning before the first and its end behind the last. */
function blockFrames(type: 'text' | 'thinking', pieces: string[], index: number): string[] {
  const delta = (text: string, withType = {}) => ({
    index,
    delta: { message: { content: { ...withType, [type]: text } } },
  })
  return pieces.map((piece, at) => {
    const begin = at === 0 ? frame('content-start', delta('', { type })) : ''
    const end = at === pieces.length - 1 ? frame('content-end', { index }) : ''
    return `${begin}${frame('content-delta', delta(piece))}${end}`
  })
}

function callFrames(call: FakeToolCall, index: number): string[] {
  const described = describeCall(call, index)
  const { arguments: input, name } = described.function
  const pieces = input.match(new RegExp(`[\\s\\S]{1,${ARGUMENT_PIECE}}`, 'g')) ?? []
  const delta = (calls: object) => ({ index, delta: { message: { tool_calls: calls } } })
  return [
    frame('tool-call-start', delta({ ...described, function: { name, arguments: '' } })),
    ...pieces.map((piece) => frame('tool-call-delta', delta({ function: { arguments: piece } }))),
    frame('tool-call-end', { index }),
  ]
}

function describeCall({ id, name, input }: FakeToolCall, index: number) {
  return {
    id: id ?? `${name}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }
}

function reasonOf({ finishReason, toolCalls }: FakeAnswer): string {
  return finishReason ?? (toolCalls ? 'TOOL_CALL' : 'COMPLETE')
}

function usageOf({ usage, text }: FakeAnswer, { messages = [] }: CohereBody) {
  const tokens = {
    input_tokens: usage?.prompt ?? messages.length,
    output_tokens: usage?.completion ?? wordsOf(text).length,
  }
  return { billed_units: tokens, tokens }
}

function frame(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}
