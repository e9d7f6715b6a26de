import { API_PREFIX, RunnelError } from '@runnel/contract'
import type { FastifyRequest } from 'fastify'
import { loopbackOrigin } from './loopback-origin.ts'

/**
 * Where other servers send people back: our API below `APP_URL`, or on this machine as long as it is called under a name
 * of its own. A name that a request brings is not believed otherwise. @throws RunnelError `invalid_input`
 */
export function apiAddress(
  request: Pick<FastifyRequest, 'headers' | 'protocol'>,
  appUrl: string | undefined,
): string {
  if (appUrl !== undefined) return new URL(`${appUrl.replace(/\/$/, '')}${API_PREFIX}`).href
  const own = loopbackOrigin(request)
  if (own !== undefined) return `${own}${API_PREFIX}`
  throw new RunnelError(
    'invalid_input',
    'An account cannot be connected before the server knows its own address. Set APP_URL to the address under which people reach it, such as https://runnel.example.com, and start it again.',
  )
}
