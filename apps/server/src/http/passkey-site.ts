import { isIP } from 'node:net'
import { refusalOf, tellWhy } from '@runnel/contract'
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
  if (origin === undefined) throw refusalOf('invalid_input', tellWhy('passkey_site_unknown'))
  const { hostname, port } = new URL(origin)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return { rpId: hostname, origin }
  const address = `http://localhost${port === '' ? '' : `:${port}`}`
  const why =
    appUrl === undefined ? tellWhy('passkey_site_local', { address }) : tellWhy('passkey_site_number')
  throw refusalOf('invalid_input', why)
}
