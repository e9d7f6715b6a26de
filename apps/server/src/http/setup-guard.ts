import { refusalOf, tellWhy } from '@runnel/contract'
import { createToken, equalInConstantTime } from '@runnel/drivers'
import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../config.ts'

const FORWARDING_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/** Who may make the first administrator: whoever sits at the machine, or holds the token of its console. */
export interface SetupGuard {
  /** True when this caller must bring the token that stands on the console. */
  needsToken(request: FastifyRequest): boolean
  /** @throws RunnelError `unauthenticated` for a missing or wrong token */
  check(request: FastifyRequest, token: string | undefined): void
  /** The token for the console; made when first asked for. */
  token(): string
  /** Forgets the token: somebody is administrator now. */
  close(): void
}

const hostName = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')

function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && isLoopbackHost(address.replace(/^::ffff:/, ''))
}

/** True when the call can only come from a browser or program on this very machine (`docs/security.md`). */
function comesFromThisMachine(
  request: FastifyRequest,
  settings: { host: string; appUrl: string | undefined },
): boolean {
  const { host, origin } = request.headers
  if (!isLoopbackHost(settings.host) || !isLoopbackPeer(request.socket.remoteAddress)) return false
  if (host === undefined || !isLoopbackHost(hostName(host))) return false
  if (FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)) return false
  if (origin !== undefined && origin !== `http://${host}`) return false
  return settings.appUrl === undefined || isLoopbackHost(hostName(new URL(settings.appUrl).host))
}

/** A guard for the server that listens on `host`. */
export function createSetupGuard(settings: { host: string; appUrl: string | undefined }): SetupGuard {
  let secret: string | undefined
  const token = () => {
    secret ??= createToken()
    return secret
  }
  const needsToken = (request: FastifyRequest) => !comesFromThisMachine(request, settings)
  return {
    needsToken,
    token,
    check(request, given) {
      if (!needsToken(request)) return
      if (given !== undefined && equalInConstantTime(given, token())) return
      throw refusalOf('unauthenticated', tellWhy('set_up_token_wrong'))
    },
    close() {
      secret = undefined
    },
  }
}
