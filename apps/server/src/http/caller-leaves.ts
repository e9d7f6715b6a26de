import { RunnelError } from '@runnel/contract'
import type { FastifyReply } from 'fastify'

/** Aborted when the connection of a call is closed: what is done only for its caller may end then. */
export function signalWhenCallerLeaves(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.on('close', () =>
    left.abort(new RunnelError('run_aborted', 'The caller left before the answer was there.')),
  )
  return left.signal
}
