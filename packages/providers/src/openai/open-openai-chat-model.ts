import { createOpenAI } from '@ai-sdk/openai'
import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { readSwitch } from '@runnel/node-kit'
import { openVendorModel, readOpenAIOptions } from '../ai-sdk/open-vendor-model.ts'
import { answerByResponses } from './answer-by-responses.ts'
import { readThoughtWishes } from './ask-for-thoughts.ts'
import { OPENAI_HOME, OPENAI_KEY } from './openai-home.ts'

/**
 * Opens a chat model over chat completions. `/responses`, which compatible servers lack, is asked for OpenAI's own tools,
 * and at OpenAI itself for thoughts.
 */
export const openOpenAIChatModel = openVendorModel({
  ...OPENAI_HOME,
  key: OPENAI_KEY,
  nameParams: ['modelName'],
  connect: (connection, modelName) => {
    const { fetch, ...rest } = connection
    const isHome = connection.baseURL === OPENAI_HOME.baseURL
    const vendor = createOpenAI({ ...rest, fetch: isHome ? fetch : mendCompletionStream(fetch) })
    return answerByResponses({
      chat: vendor.chat(modelName),
      responses: vendor.responses(modelName),
      connection,
      thoughts: isHome ? readThoughtWishes(connection.values) : undefined,
    })
  },
  rules: (values) => ({
    namespace: 'openai',
    strictTools: readSwitch(values, 'strictToolCalling'),
    outOfQuota: ['insufficient_quota'],
    idempotencyHeader: 'Idempotency-Key',
  }),
  mediaTypes: ['image/*', 'application/pdf'],
  settings: (values) => ({ providerOptions: { openai: readOpenAIOptions(values) } }),
  findsReasoningInFrames: true,
})

const LINE_FEED = 10

/**
 * Gives tool calls and choices of a stream what some compatible servers leave out and the SDK insists on: their index,
 * and the id of a call. Lines that have it all pass as they are, unparsed.
 */
function mendCompletionStream(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    const isStream = response.headers.get('content-type')?.includes('text/event-stream')
    if (!isStream || !response.body) return response
    return new Response(response.body.pipeThrough(mendLines()), {
      status: response.status,
      headers: response.headers,
    })
  }
}

/** Whole lines that lack nothing pass as the bytes that they came as: a stream's first word must not wait. */
function mendLines(): TransformStream<Uint8Array, Uint8Array> {
  const calls: Calls = { count: 0 }
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let rest = ''
  // A character may be cut in two: only between bytes that end a line nothing is left over.
  let isBetweenLines = true
  return new TransformStream({
    transform(bytes, controller) {
      const came = decoder.decode(bytes, { stream: true })
      const lines = (rest + came).split('\n')
      const began = isBetweenLines
      isBetweenLines = bytes.at(-1) === LINE_FEED
      rest = lines.pop() ?? ''
      if (lines.length === 0) return
      const mended = lines.map((line) => mendLine(line, calls))
      const isSame = began && isBetweenLines && mended.every((line, index) => line === lines[index])
      controller.enqueue(isSame ? bytes : encoder.encode(`${mended.join('\n')}\n`))
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(encoder.encode(mendLine(rest, calls)))
    },
  })
}

/** How many calls of tools this reply has shown. */
interface Calls {
  count: number
}

function mendLine(line: string, calls: Calls): string {
  const mayLack = line.includes('"tool_calls"') || !line.includes('"index"')
  if (!line.startsWith('data:') || !mayLack || !line.includes('"choices"')) return line
  try {
    const chunk: JsonValue = JSON.parse(line.slice('data:'.length))
    return isJsonObject(chunk) ? `data: ${JSON.stringify(mendChunk(chunk, calls))}` : line
  } catch {
    return line
  }
}

function mendChunk(chunk: JsonObject, calls: Calls): JsonObject {
  const { choices } = chunk
  if (!Array.isArray(choices)) return chunk
  return {
    ...chunk,
    choices: choices.map((choice, index) =>
      isJsonObject(choice) ? { index, ...choice, ...mendDelta(choice.delta, calls) } : choice,
    ),
  }
}

function mendDelta(delta: JsonValue | undefined, calls: Calls): JsonObject {
  if (!isJsonObject(delta) || !Array.isArray(delta.tool_calls)) return {}
  return { delta: { ...delta, tool_calls: delta.tool_calls.map((call) => mendCall(call, calls)) } }
}

/** A piece with a name begins a call; one without goes on with the last. */
function mendCall(call: JsonValue, calls: Calls): JsonValue {
  if (!isJsonObject(call)) return call
  const begins = isJsonObject(call.function) && typeof call.function.name === 'string'
  if (begins) calls.count++
  const index = typeof call.index === 'number' ? call.index : Math.max(0, calls.count - 1)
  return { ...call, index, ...(begins && !call.id ? { id: `call_${index + 1}` } : {}) }
}
