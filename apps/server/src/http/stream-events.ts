import { once } from 'node:events'
import { formatEventPosition, type LoggedEvent } from '@runnel/contract'
import type { FastifyReply } from 'fastify'
import { logFault } from './on-error.ts'

const HEARTBEAT_MS = 30_000
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-store',
  Connection: 'keep-alive',
  'X-Accel-Buffering': 'no',
}

/** An event stream that is being written: text goes out at once, and the reader's leaving is known. */
export interface EventStream {
  write(text: string): Promise<void>
  end(): void
  /** Aborted when the reader is gone. */
  signal: AbortSignal
}

/** Takes over a reply and opens an event stream on it, with the headers set so far and a heartbeat every 30 s. */
export function openEventStream(reply: FastifyReply): EventStream {
  // By the reply, so that what it has under the same name in other letters is replaced.
  const headers = reply.headers(HEADERS).getHeaders()
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, headers as Record<string, string>)
  raw.flushHeaders()
  const gone = new AbortController()
  const heartbeat = setInterval(() => raw.write(':heartbeat\n\n'), HEARTBEAT_MS)
  raw.on('close', () => {
    clearInterval(heartbeat)
    gone.abort()
  })
  return {
    signal: gone.signal,
    async write(text) {
      if (gone.signal.aborted || raw.write(text)) return
      await once(raw, 'drain', { signal: gone.signal }).catch(() => undefined)
    },
    end() {
      clearInterval(heartbeat)
      raw.end()
    },
  }
}

/** One event as a frame of our own stream: `id:` is its position, for `Last-Event-ID`. */
export function eventFrame(logged: LoggedEvent): string {
  return `id: ${formatEventPosition(logged)}\ndata: ${JSON.stringify(logged)}\n\n`
}

/** Sends a run's events in our own frames to the end. */
export async function streamEvents(
  reply: FastifyReply,
  batches: AsyncIterable<LoggedEvent[]>,
): Promise<void> {
  const stream = openEventStream(reply)
  try {
    for await (const batch of batches) {
      if (stream.signal.aborted) return
      await stream.write(batch.map(eventFrame).join(''))
    }
  } catch (error) {
    // Without a last event its reader knows that this was no end, and asks again where it stopped.
    logFault(error, reply.request)
  } finally {
    stream.end()
  }
}
