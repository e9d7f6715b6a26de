import { findOwnPath, findProviderAddress, RunnelError } from '@runnel/contract'
import type { FastifyReply } from 'fastify'

/**
 * Where an answer sends a browser: to a page of ours, or to a provider by whom people sign in, as the settings of a login
 * method and the provider's own metadata name it. Nothing that came with a request.
 */
export type WayOn = { page: string } | { provider: string }

/**
 * Sends a browser on; nothing else does.
 * @throws RunnelError `internal` for what is no page of ours, `upstream_error` for a provider to which nobody is sent
 */
export function sendBrowser(reply: FastifyReply, way: WayOn): FastifyReply {
  return reply.header('Cache-Control', 'no-store').redirect(findPlace(way), 303)
}

function findPlace(way: WayOn): string {
  if ('page' in way) {
    const path = way.page.startsWith('/') ? findOwnPath(way.page) : undefined
    if (path === undefined) throw new RunnelError('internal', 'An answer was to lead to another site')
    return path
  }
  const provider = findProviderAddress(way.provider)
  if (provider !== undefined) return provider
  throw new RunnelError('upstream_error', 'The provider names an address to which nobody is sent.')
}
