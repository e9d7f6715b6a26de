import { isIP } from 'node:net'
import { RunnelError } from '@runnel/contract'
import type { PasskeySite } from '@runnel/drivers'
import type { FastifyRequest } from 'fastify'
import { loopbackOrigin } from './loopback-origin.ts'

/**
 * For which site passkeys are made and asked: that of `APP_URL`, or this machine as long as it is called under a name
 * of its own. @throws RunnelError `invalid_input` where browsers would refuse
 */
export function passkeySite(
  request: Pick<FastifyRequest, 'headers' | 'protocol'>,
  appUrl: string | undefined,
): PasskeySite {
  const origin = appUrl === undefined ? loopbackOrigin(request) : new URL(appUrl).origin
  if (origin === undefined)
    throw new RunnelError(
      'invalid_input',
      'Passkeys need the address of this server. Set APP_URL to the address under which people reach it, such as https://runnel.example.com, and start it again.',
    )
  const { hostname, port } = new URL(origin)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return { rpId: hostname, origin }
  const advice =
    appUrl === undefined
      ? `Open Runnel at http://localhost${port === '' ? '' : `:${port}`}.`
      : 'Set APP_URL to an address with a name.'
  throw new RunnelError('invalid_input', `Browsers keep passkeys for names, not for numbers. ${advice}`)
}
