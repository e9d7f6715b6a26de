import { EventEmitter, getEventListeners } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { openEventStream } from './stream-events.ts'

/** A connection whose other end reads slowly: every write has to wait. */
class SlowConnection extends EventEmitter {
  writeHead() {}
  flushHeaders() {}
  write(): boolean {
    setImmediate(() => this.emit('drain'))
    return false
  }
}

function openSlowStream() {
  const raw = new SlowConnection()
  const reply = { raw, headers: () => reply, getHeaders: () => ({}), hijack: () => undefined }
  return { raw, stream: openEventStream(reply as unknown as FastifyReply) }
}

test('a stream to a slow reader gathers no listeners', async () => {
  const { raw, stream } = openSlowStream()
  for (let count = 0; count < 50; count += 1) await stream.write('x')
  expect(getEventListeners(stream.signal, 'abort').length).toBeLessThanOrEqual(1)
  expect(raw.listenerCount('drain')).toBeLessThanOrEqual(1)
  raw.emit('close')
})

test('a write to a reader who leaves is over', async () => {
  const { raw, stream } = openSlowStream()
  raw.write = () => false
  const writing = stream.write('x')
  raw.emit('close')
  await writing
  expect(stream.signal.aborted).toBe(true)
})
