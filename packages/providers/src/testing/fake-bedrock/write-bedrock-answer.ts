import type { ServerResponse } from 'node:http'
import type { FakeAnswer } from '../fake-openai-reply.ts'
import { sendJson, writeFrames } from '../start-fake-vendor.ts'
import { wordsOf } from '../words-of.ts'
import type { BedrockBody } from './check-bedrock-request.ts'
import { encodeEvent } from './encode-event.ts'

const ARGUMENT_PIECE = 8

/** Writes an answer of Converse as one body. */
export function writeWholeConverse(response: ServerResponse, answer: FakeAnswer, body: BedrockBody): void {
  const { reasoning, text, toolCalls = [] } = answer
  const content = [
    ...(reasoning === undefined ? [] : [{ reasoningContent: { reasoningText: { text: reasoning } } }]),
    ...(text === undefined ? [] : [{ text }]),
    ...toolCalls.map(({ id, name, input }, index) => ({
      toolUse: { toolUseId: id ?? `tooluse_${index}`, name, input },
    })),
  ]
  sendJson(response, {
    output: { message: { role: 'assistant', content } },
    stopReason: reasonOf(answer),
    usage: usageOf(answer, body),
    metrics: { latencyMs: 1 },
  })
}

/** Writes an answer of ConverseStream as binary events, one for each piece, with what opens and closes its block. */
export function writeStreamedConverse(response: ServerResponse, answer: FakeAnswer, body: BedrockBody) {
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
  const { reasoning, text, pieces, toolCalls = [] } = answer
  const blocks = [
    wordsOf(reasoning).map((word) => ({ reasoningContent: { text: word } })),
    (pieces ?? wordsOf(text)).map((word) => ({ text: word })),
    ...toolCalls.map(({ input }) =>
      piecesOf(JSON.stringify(input)).map((piece) => ({ toolUse: { input: piece } })),
    ),
  ]
  const firstTool = blocks.length - toolCalls.length
  const frames = blocks.flatMap((deltas, contentBlockIndex) => {
    const call = toolCalls[contentBlockIndex - firstTool]
    return deltas.map((delta, at) => {
      const toolUse = call && { toolUseId: call.id ?? `tooluse_${contentBlockIndex}`, name: call.name }
      const start =
        at === 0 && toolUse ? [event('contentBlockStart', { contentBlockIndex, start: { toolUse } })] : []
      const stop = at === deltas.length - 1 ? [event('contentBlockStop', { contentBlockIndex })] : []
      return Buffer.concat([...start, event('contentBlockDelta', { contentBlockIndex, delta }), ...stop])
    })
  })
  const start = Buffer.concat([event('messageStart', { role: 'assistant' }), frames[0] ?? Buffer.alloc(0)])
  const end = Buffer.concat([
    event('messageStop', { stopReason: reasonOf(answer) }),
    event('metadata', { usage: usageOf(answer, body), metrics: { latencyMs: 1 } }),
  ])
  return writeFrames(response, withFault([start, ...frames.slice(1), end], answer), answer)
}

function withFault(frames: Buffer[], { errorAfter }: FakeAnswer): Buffer[] {
  if (errorAfter === undefined) return frames
  const fault = encodeEvent(
    {
      ':message-type': 'exception',
      ':exception-type': 'throttlingException',
      ':content-type': 'application/json',
    },
    { message: 'Too many tokens, please wait before trying again.' },
  )
  return [...frames.slice(0, errorAfter), fault]
}

function event(type: string, payload: object): Buffer {
  return encodeEvent(
    { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' },
    // The vendor pads its events so that their lengths tell nothing.
    { ...payload, p: 'abcdefgh' },
  )
}

function piecesOf(text: string): string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${ARGUMENT_PIECE}}`, 'g')) ?? []
}

function reasonOf({ finishReason, toolCalls }: FakeAnswer): string {
  return finishReason ?? (toolCalls ? 'tool_use' : 'end_turn')
}

function usageOf({ usage, text }: FakeAnswer, { messages = [] }: BedrockBody) {
  const inputTokens = usage?.prompt ?? messages.length
  const outputTokens = usage?.completion ?? wordsOf(text).length
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
}
