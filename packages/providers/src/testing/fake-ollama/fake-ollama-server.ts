import type { ServerResponse } from 'node:http'
import type { FakeVendor } from '../chat-model-case.ts'
import { embedText } from '../embed-text.ts'
import type { FakeAnswer, FakeRefusal } from '../fake-openai-reply.ts'
import { fillFlatSchema } from '../fill-flat-schema.ts'
import { type FakeCall, sendJson, startFakeVendor, writeFrames } from '../start-fake-vendor.ts'
import { wordsOf } from '../words-of.ts'
import { checkOllamaRequest, OLLAMA_MODELS, type OllamaBody } from './check-ollama-request.ts'

const DIMENSIONS = 768

/** Starts a fake Ollama behind a proxy that lets in this key only. */
export function startFakeOllama({ apiKey }: { apiKey: string }): Promise<FakeVendor> {
  return startFakeVendor<OllamaBody>({
    refuse: (call) => refuseCall(call, apiKey),
    describeRefusal: ({ message }) => ({ error: message }),
    answerAside: ({ path }) =>
      path === '/api/tags'
        ? { models: Object.keys(OLLAMA_MODELS).map((name) => ({ name, model: name })) }
        : undefined,
    write: (response, answer, { path, body }) =>
      path === '/api/embed'
        ? sendJson(response, embed(body))
        : writeAnswer(response, answer ?? defaultAnswer(body), body),
  })
}

function refuseCall({ path, headers, body }: FakeCall<OllamaBody>, apiKey: string): FakeRefusal | undefined {
  if (path === '/api/tags') return undefined
  if (headers.authorization !== `Bearer ${apiKey}`) return { status: 401, message: 'unauthorized' }
  if (path === '/api/chat') return checkOllamaRequest(body, 'completion')
  if (path === '/api/embed') return checkOllamaRequest(body, 'embedding')
  return { status: 404, message: '404 page not found' }
}

function embed({ model, input = [] }: OllamaBody): object {
  const texts = [input].flat()
  return {
    model,
    embeddings: texts.map((text) => embedText(text, DIMENSIONS)),
    prompt_eval_count: texts.join('').length,
  }
}

/** Lines of a stream, or one answer; calls of tools come whole. A model that is not to think does not. */
function writeAnswer(response: ServerResponse, answer: FakeAnswer, body: OllamaBody): void | Promise<void> {
  const { text, toolCalls } = answer
  const reasoning = body.think === false ? undefined : answer.reasoning
  const calls = toolCalls?.map(({ name, input }) => ({ function: { name, arguments: input } }))
  const called = calls ? { tool_calls: calls } : {}
  if (body.stream === false) {
    const thought = reasoning === undefined ? {} : { thinking: reasoning }
    return sendJson(response, {
      ...line(body, { content: text ?? '', ...thought, ...called }),
      ...end(answer, body),
    })
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  const messages = [
    ...wordsOf(reasoning).map((thinking) => ({ content: '', thinking })),
    ...(answer.pieces ?? wordsOf(text)).map((content) => ({ content })),
    ...(calls ? [{ content: '', ...called }] : []),
  ]
  const lines: object[] = messages.map((message) => line(body, message))
  lines.push({ ...line(body, { content: '' }), ...end(answer, body) })
  if (answer.errorAfter !== undefined)
    lines.splice(answer.errorAfter, Infinity, { error: 'llama runner died' })
  return writeFrames(
    response,
    lines.map((value) => `${JSON.stringify(value)}\n`),
    answer,
  )
}

function line({ model }: OllamaBody, message: object) {
  return {
    model,
    created_at: '2026-01-02T12:00:00Z',
    message: { role: 'assistant', ...message },
    done: false,
  }
}

/** An answer that calls tools stops as any other does. */
function end({ usage, text, finishReason = 'stop' }: FakeAnswer, { messages = [] }: OllamaBody) {
  return {
    done: true,
    done_reason: finishReason,
    prompt_eval_count: usage?.prompt ?? messages.length,
    eval_count: usage?.completion ?? wordsOf(text).length,
  }
}

/** An echo of the question; wanted JSON is filled in. */
function defaultAnswer({ messages = [], format }: OllamaBody): FakeAnswer {
  if (format === 'json') return { text: '{"answer":"Some text"}' }
  if (format) return { text: JSON.stringify(fillFlatSchema(format, 'Some text')) }
  return { text: `You said: ${messages.at(-1)?.content}` }
}
