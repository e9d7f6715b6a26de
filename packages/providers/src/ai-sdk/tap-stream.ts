import type { ProviderContext } from '@runnel/node-kit'

type Fetch = ProviderContext['fetch']

/** Lets somebody else than the AI SDK read what a vendor streams. */
export interface StreamTap {
  /** To be given to the SDK's model. */
  fetch: Fetch
  /** From now on the streamed answer to the call with this signal is kept for `take`, and the SDK sees an empty one. */
  expect(signal: AbortSignal): void
  /** The stream of that call; undefined when the vendor did not stream. */
  take(signal: AbortSignal): ReadableStream<Uint8Array> | undefined
}

const isEventStream = (response: Response) =>
  response.ok && (response.headers.get('content-type') ?? '').startsWith('text/event-stream')

/**
 * A tap between the SDK and the network. Each call is known by its signal, which the SDK hands on to `fetch`; a call
 * that is not expected, a refusal and an answer that is no stream pass untouched.
 */
export function createStreamTap(fetch: Fetch): StreamTap {
  const expected = new WeakSet<AbortSignal>()
  const streams = new WeakMap<AbortSignal, ReadableStream<Uint8Array>>()
  return {
    async fetch(input, init) {
      const response = await fetch(input, init)
      const signal = init?.signal
      if (!signal || !expected.has(signal) || !response.body || !isEventStream(response)) return response
      streams.set(signal, response.body)
      return new Response(new Blob([]).stream(), response)
    },
    expect: (signal) => void expected.add(signal),
    take: (signal) => streams.get(signal),
  }
}
