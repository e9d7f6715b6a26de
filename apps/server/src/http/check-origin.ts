import { RunnelError } from '@runnel/contract'
import type { FastifyRequest } from 'fastify'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Origin of the address under which this request came in, or of `APP_URL` when one is set. */
function ownOrigins(request: FastifyRequest, appUrl: string | undefined): string[] {
  const host = request.headers.host
  const own = host === undefined ? [] : [`http://${host}`, `https://${host}`]
  return appUrl === undefined ? own : [new URL(appUrl).origin]
}

/**
 * Guards calls that a browser could be made to send with our cookies: those that change something need the header
 * `x-request-from: internal` (a page of another origin cannot set it without our consent) and an origin that fits.
 * The header is a requirement, never trust.
 * @throws RunnelError `csrf_refused`
 */
export function checkRequestOrigin(request: FastifyRequest, appUrl: string | undefined): void {
  if (SAFE_METHODS.has(request.method)) return
  if (request.headers['x-request-from'] !== 'internal') {
    throw new RunnelError(
      'csrf_refused',
      'Send the header x-request-from: internal with calls that use a session.',
    )
  }
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const fits =
    origin === undefined
      ? site === undefined || site === 'same-origin'
      : ownOrigins(request, appUrl).includes(origin)
  if (!fits)
    throw new RunnelError('csrf_refused', 'This call came from a page of another origin and was refused.')
}
