import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { reasoningOfRaw } from './collect-reply.ts'

const LINE_FEED = 10

/**
 * Gives tool calls and choices of a stream what some compatible servers leave out and the SDK insists on: their index,
 * and the id of a call; and lets it hand on thoughts as they come. Lines that have it all pass as they are, unparsed.
 */
export function mendCompletionStream(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
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
  const seen: Seen = { calls: 0, hasOutput: false }
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  // A line may come in many pieces; it is put together once, at its end.
  let begun: string[] = []
  // A character may be cut in two: only between bytes that end a line nothing is left over.
  let isBetweenLines = true
  return new TransformStream({
    transform(bytes, controller) {
      const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n')
      const began = isBetweenLines
      isBetweenLines = bytes.at(-1) === LINE_FEED
      begun.push(first)
      const last = others.pop()
      if (last === undefined) return
      const lines = [begun.join(''), ...others]
      begun = [last]
      const mended = lines.map((line) => mendLine(line, seen))
      const isSame = began && isBetweenLines && mended.every((line, index) => line === lines[index])
      controller.enqueue(isSame ? bytes : encoder.encode(`${mended.join('\n')}\n`))
    },
    flush(controller) {
      const rest = begun.join('')
      if (rest !== '') controller.enqueue(encoder.encode(mendLine(rest, seen)))
    },
  })
}

/** What this reply has shown: how many calls of tools, and whether anything that the SDK takes for output. */
interface Seen {
  calls: number
  hasOutput: boolean
}

function mendLine(line: string, seen: Seen): string {
  const mayThink = !seen.hasOutput && line.includes('"reasoning')
  const mayLack = line.includes('"tool_calls"') || !line.includes('"index"')
  if (!line.startsWith('data:') || !(mayLack || mayThink) || !line.includes('"choices"')) return line
  try {
    const chunk: JsonValue = JSON.parse(line.slice('data:'.length))
    return isJsonObject(chunk) ? `data: ${JSON.stringify(mendChunk(chunk, seen))}` : line
  } catch {
    return line
  }
}

function mendChunk(chunk: JsonObject, seen: Seen): JsonObject {
  const { choices } = chunk
  if (!Array.isArray(choices)) return chunk
  const mended = choices.map((choice, index) =>
    isJsonObject(choice) ? { index, ...choice, ...mendDelta(choice.delta, seen) } : choice,
  )
  if (seen.hasOutput || reasoningOfRaw(chunk) === '') return { ...chunk, choices: mended }
  seen.hasOutput = true
  return { ...chunk, choices: [...mended, OUTPUT] }
}

/**
 * The SDK holds a stream back until it sees output, so that an error before it is thrown, and takes no thought for one. It
 * looks for output in any choice, and reads the first alone.
 */
const OUTPUT = { index: 1, delta: { content: '…' }, finish_reason: null }

function mendDelta(delta: JsonValue | undefined, seen: Seen): JsonObject {
  if (!isJsonObject(delta) || !Array.isArray(delta.tool_calls)) return {}
  return { delta: { ...delta, tool_calls: delta.tool_calls.map((call) => mendCall(call, seen)) } }
}

/** A piece with a name begins a call; one without goes on with the last. */
function mendCall(call: JsonValue, seen: Seen): JsonValue {
  if (!isJsonObject(call)) return call
  const begins = isJsonObject(call.function) && typeof call.function.name === 'string'
  if (begins) seen.calls++
  const index = typeof call.index === 'number' ? call.index : Math.max(0, seen.calls - 1)
  return { ...call, index, ...(begins && !call.id ? { id: `call_${index + 1}` } : {}) }
}
