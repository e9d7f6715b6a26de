import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../config.ts'

/** The origin of this machine under which a request came; undefined for any other name, which is not believed. */
export function loopbackOrigin({
  headers,
  protocol,
}: Pick<FastifyRequest, 'headers' | 'protocol'>): string | undefined {
  const own = `${protocol}://${headers.host ?? ''}`
  return URL.canParse(own) && isLoopbackHost(new URL(own).hostname) ? new URL(own).origin : undefined
}
