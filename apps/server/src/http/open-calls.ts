import { RunnelError } from '@runnel/contract'
import type { FastifyInstance } from 'fastify'

/** The calls that are being answered. */
export interface OpenCalls {
  /** Resolves when there is none. */
  idle(): Promise<void>
}

const RETRY_SECONDS = 5
/** What is answered to the last: whether the process lives, and that it is not ready. */
const TO_THE_LAST = /\/(?:ping|ready)$/

/** Counts the calls of a server. Once it ends, new ones are refused, and told to come back on another connection. */
export function watchOpenCalls(server: FastifyInstance, isEnding: () => boolean): OpenCalls {
  let open = 0
  let waiting: (() => void)[] = []
  server.addHook('onRequest', (request, reply, done) => {
    open += 1
    reply.raw.once('close', () => {
      open -= 1
      if (open > 0) return
      for (const resolve of waiting) resolve()
      waiting = []
    })
    if (!isEnding() || TO_THE_LAST.test(request.url)) return done()
    reply.header('Connection', 'close').header('Retry-After', RETRY_SECONDS)
    done(new RunnelError('unavailable', 'The server is ending. Try again in a moment.'))
  })
  return {
    idle: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}
