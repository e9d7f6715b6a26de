import { authorize, type Principal } from '@runnel/access'
import { isRunnelError, type RouteDefinition, RunnelError, TOKEN_INVALID } from '@runnel/contract'
import { authenticate, type OperationContext } from '@runnel/operations'
import type { FastifyRequest } from 'fastify'
import { checkRequestOrigin } from './check-origin.ts'
import { type CookieNames, readSessionCookies } from './cookies.ts'

/** What the gate needs to know of the server. */
export interface Gate {
  context: OperationContext
  cookies: Pick<CookieNames, 'access' | 'refresh'>
  appUrl: string | undefined
}

/** The key of an `Authorization: Bearer …` header; keys in addresses are never read. */
function bearerKey(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

async function identify(gate: Gate, request: FastifyRequest): Promise<Principal> {
  const { access, refresh } = readSessionCookies(request, gate.cookies)
  return authenticate(gate.context, {
    accessToken: access,
    hasRefreshToken: refresh !== undefined,
    apiKey: bearerKey(request),
  })
}

/** On a public route a broken session or key counts as none: the route decides what an anonymous caller may do. */
async function identifyLeniently(gate: Gate, request: FastifyRequest): Promise<Principal> {
  try {
    return await identify(gate, request)
  } catch (error) {
    if (isRunnelError(error) && error.status === 401) return { kind: 'anonymous' }
    throw error
  }
}

function refuse(request: FastifyRequest): RunnelError {
  const isPage = request.headers['x-request-from'] === 'internal'
  return isPage
    ? new RunnelError('unauthenticated', TOKEN_INVALID)
    : new RunnelError('unauthenticated', 'Unauthorized Access', { body: { error: 'Unauthorized Access' } })
}

/**
 * Applies a route's policy: who calls, may they, and did the call come from where it may.
 * @throws RunnelError `unauthenticated`, `token_expired`, `forbidden`, `csrf_refused`
 */
export async function passGate(
  gate: Gate,
  route: RouteDefinition,
  request: FastifyRequest,
): Promise<Principal> {
  const { policy } = route
  if (policy.gate === 'public') {
    const principal = await identifyLeniently(gate, request)
    if (principal.kind === 'user' && request.headers['x-request-from'] !== 'internal')
      return { kind: 'anonymous' }
    return principal
  }
  const principal = await identify(gate, request)
  if (principal.kind === 'anonymous') throw refuse(request)
  if (principal.kind === 'user') checkRequestOrigin(request, gate.appUrl)
  else if (policy.gate === 'session') throw new RunnelError('forbidden', 'Forbidden')
  if (policy.permissions !== 'every-caller') authorize(principal, policy.permissions)
  return principal
}
