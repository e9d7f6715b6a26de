/** One frame of an event stream: its id and its data, lines joined by a line feed. */
export interface EventFrame {
  id?: string
  data: string
}

/**
 * Reads the frames of a `text/event-stream` body, as the HTML standard parses them. Comments, retry fields and
 * frames without data are skipped; a frame that the end of the body cuts off is dropped. An abort ends the
 * iteration without an error.
 */
export async function* readEventFrames(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<EventFrame> {
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  // A frame may come in many pieces; they are put together once, when its end is there.
  let begun: string[] = []
  let last = ''
  try {
    for await (const text of decodeChunks(reader)) {
      const seam = last + text
      begun.push(text)
      last = seam.slice(-OVERLAP)
      if (!FRAME_END.test(seam)) continue
      const { frames, rest } = splitFrames(begun.join(''))
      begun = [rest]
      last = rest.slice(-OVERLAP)
      yield* frames.map(parseFrame).filter((frame) => frame !== undefined)
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    await reader.cancel().catch(() => undefined)
  }
}

async function* decodeChunks(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}

const FRAME_END = /\r\n\r\n|\n\n|\r\r/
/** So much of the end of a frame may stand in the piece before. */
const OVERLAP = 3

function splitFrames(text: string): { frames: string[]; rest: string } {
  const parts = text.split(FRAME_END)
  return { frames: parts.slice(0, -1), rest: parts.at(-1) ?? '' }
}

function parseFrame(text: string): EventFrame | undefined {
  const data: string[] = []
  let id: string | undefined
  for (const line of text.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    if (field === 'id') id = value
  }
  if (data.length === 0) return undefined
  return id === undefined ? { data: data.join('\n') } : { id, data: data.join('\n') }
}
