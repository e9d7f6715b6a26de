import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FakeAnswer, FakeChatBody, FakeDialect, FakeToolCall } from './fake-openai-reply.ts'
import { wordsOf } from './words-of.ts'

const CREATED = 1_767_355_200
const ARGUMENT_PIECE = 8

/** What was asked, and what of the answer this vendor tells in words of its own. */
export interface AskedAnswer {
  body: FakeChatBody
  tellsUsage?: FakeDialect['tellsUsage']
  tellsThoughts?: FakeDialect['tellsThoughts']
}

/** Writes an answer as one JSON body. */
export async function writeWholeAnswer(
  response: ServerResponse,
  answer: FakeAnswer,
  { body, tellsThoughts }: AskedAnswer,
) {
  if (answer.delayMs) await wait(answer.delayMs)
  const text = JSON.stringify({
    ...head('chat.completion', body),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          ...tellWhole(answer, tellsThoughts),
          refusal: null,
          ...(answer.toolCalls ? { tool_calls: answer.toolCalls.map(describeCall) } : {}),
        },
        logprobs: null,
        finish_reason: finishReason(answer),
      },
    ],
    usage: countUsage(answer, body),
  })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/** Writes an answer as server-sent events, as the vendor does. Usage comes in a frame of its own for those who ask for it. */
export async function writeStreamedAnswer(
  response: ServerResponse,
  answer: FakeAnswer,
  { body, tellsUsage, tellsThoughts }: AskedAnswer,
) {
  if (answer.delayMs) await wait(answer.delayMs)
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  const send = (delta: object, finish: string | null = null, beside: object = {}) =>
    response.write(
      frame({
        ...head('chat.completion.chunk', body),
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...beside,
      }),
    )
  send({ role: 'assistant', content: '', refusal: null })
  if (answer.firstTokenDelayMs) await wait(answer.firstTokenDelayMs)
  if (!(await writeDeltas(response, answer, (delta) => send(inDialect(delta, tellsThoughts))))) return
  const usage = countUsage(answer, body)
  send({}, finishReason(answer), usageInLastFrame(usage, tellsUsage))
  if (tellsUsage === undefined && body.stream_options?.include_usage) {
    response.write(frame({ ...head('chat.completion.chunk', body), choices: [], usage }))
  }
  response.end('data: [DONE]\n\n')
}

/** A thought where this vendor tells it. */
function inDialect(
  delta: { reasoning_content?: string },
  tellsThoughts: FakeDialect['tellsThoughts'],
): object {
  const { reasoning_content: text, ...rest } = delta
  if (text === undefined || tellsThoughts === undefined) return delta
  if (tellsThoughts === 'never') return rest
  if (tellsThoughts === 'reasoning') return { ...rest, reasoning: text }
  return { ...rest, content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }
}

/** Text and thought of a whole answer. */
function tellWhole({ text, reasoning }: FakeAnswer, tellsThoughts: FakeDialect['tellsThoughts']): object {
  if (reasoning === undefined) return { content: text ?? null }
  const told = inDialect({ reasoning_content: reasoning }, tellsThoughts) as { content?: object[] }
  if (!told.content) return { ...told, content: text ?? null }
  return { ...told, content: [...told.content, ...(text === undefined ? [] : [{ type: 'text', text }])] }
}

/** Where vendors tell the usage of a stream unasked. */
function usageInLastFrame(usage: object, tellsUsage: FakeDialect['tellsUsage']): object {
  if (tellsUsage === 'x_groq') return { x_groq: { id: 'req_fake', usage } }
  return tellsUsage === 'last frame' ? { usage } : {}
}

type SendDelta = (delta: object) => void

/** False when the answer broke off. */
async function writeDeltas(response: ServerResponse, answer: FakeAnswer, send: SendDelta): Promise<boolean> {
  const deltas = [...textDeltas(answer), ...(answer.toolCalls ?? []).flatMap(callDeltas)]
  for (const [index, delta] of deltas.entries()) {
    if (index === answer.cutAfter) {
      await flushed(response)
      response.destroy()
      return false
    }
    if (index === answer.errorAfter) {
      response.end(frame({ error: { message: 'The server had an error', type: 'server_error', code: null } }))
      return false
    }
    if (response.destroyed) return false
    send(delta)
    if (answer.tokenDelayMs) await wait(answer.tokenDelayMs)
  }
  return true
}

function textDeltas({ reasoning, text, pieces }: FakeAnswer): object[] {
  const thought = wordsOf(reasoning).map((word) => ({ reasoning_content: word }))
  return [...thought, ...(pieces ?? wordsOf(text)).map((content) => ({ content }))]
}

/** A call comes as its name first, then its arguments in pieces. */
function callDeltas(call: FakeToolCall, index: number): object[] {
  const { id, type, function: called } = describeCall(call, index)
  const pieces = called.arguments.match(new RegExp(`[\\s\\S]{1,${ARGUMENT_PIECE}}`, 'g')) ?? []
  return [
    { tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] },
    ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]
}

function describeCall({ id, name, input }: FakeToolCall, index: number) {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  return { id: id ?? `call_${index + 1}`, type: 'function', function: { name, arguments: text } }
}

function head(object: string, { model }: FakeChatBody) {
  return {
    id: 'chatcmpl-fake',
    object,
    created: CREATED,
    model: model ?? 'fake',
    system_fingerprint: 'fp_fake',
  }
}

function frame(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function finishReason({ finishReason: given, toolCalls }: FakeAnswer): string {
  return given ?? (toolCalls ? 'tool_calls' : 'stop')
}

function countUsage({ usage, text }: FakeAnswer, { messages }: FakeChatBody) {
  const prompt = usage?.prompt ?? messages?.length ?? 0
  const completion = usage?.completion ?? text?.split(' ').length ?? 1
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

/** Lets what was written reach the other side before the connection breaks. */
function flushed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.write(':\n\n', () => resolve()))
}
