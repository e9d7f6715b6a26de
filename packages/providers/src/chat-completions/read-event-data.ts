import { createParser } from 'eventsource-parser'

/** In characters: an event that never ends must not fill the memory. */
const LARGEST_EVENT = 4_000_000

/**
 * Reads server-sent events and gives the data of those that came together, in order. An event that the stream breaks
 * off in is dropped. Ending the generator early cancels the stream.
 */
export async function* readEventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  let batch: string[] = []
  const parser = createParser({
    maxBufferSize: LARGEST_EVENT,
    onEvent: ({ data }) => batch.push(data),
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw new Error('an event of the stream is too large')
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      parser.feed(decoder.decode(piece.value, { stream: true }))
      const together = batch
      batch = []
      yield together
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
