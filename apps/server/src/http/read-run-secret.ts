import type { FastifyRequest } from 'fastify'

/** What a caller brings to show that it began a run; never read from an address, which others log. */
export function readRunSecret(request: FastifyRequest): string | undefined {
  const secret = request.headers['x-run-secret']
  return typeof secret === 'string' ? secret : undefined
}
