import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { AskedPrompt } from '../ai-sdk/create-prompt-model.ts'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'
import { describeAnswer, describeFailure } from './replicate-protocol.ts'

/** The words of a prediction as they come; true when they came to their end. Its address is the key to it. */
export async function* readPredictionStream(
  { fetch, keepSecret }: VendorConnection,
  address: string,
  { options: { abortSignal: signal } }: AskedPrompt,
): AsyncGenerator<string, boolean> {
  keepSecret(address)
  const response = await fetch(address, {
    headers: { accept: 'text/event-stream', 'cache-control': 'no-store' },
    ...(signal && { signal }),
  })
  if (!response.ok || !response.body) throw await describeAnswer(address, response)
  const events = response.body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
  for await (const { event, data } of events) {
    if (event === 'error') throw describeFailure({ status: 'failed', error: data })
    if (event === 'done') return true
    if (event === 'output' && data !== '') yield data
  }
  return false
}
