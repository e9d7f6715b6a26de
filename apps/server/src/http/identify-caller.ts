import '@fastify/cookie'
import type { Principal } from '@runnel/access'
import { authenticate, type OperationContext } from '@runnel/operations'
import type { FastifyRequest } from 'fastify'
import { callOrigin } from './call-origin.ts'

/** Names of the cookies that hold a session. */
export interface SessionCookies {
  access: string
  refresh: string
}

/** The session's tokens of a request; absent ones are undefined. */
export function readSessionCookies(request: FastifyRequest, names: SessionCookies) {
  return { access: request.cookies[names.access], refresh: request.cookies[names.refresh] }
}

/**
 * Who calls, and from where, which the audit log has of each act: by the session of their cookies, or by a key where
 * one may be shown. @throws RunnelError `unauthenticated`, `token_expired`
 */
export async function identifyCaller(
  context: OperationContext,
  request: FastifyRequest,
  { cookies, apiKey }: { cookies: SessionCookies; apiKey?: string | undefined },
): Promise<Principal> {
  const { access, refresh } = readSessionCookies(request, cookies)
  const principal = await authenticate(context, {
    accessToken: access,
    hasRefreshToken: refresh !== undefined,
    apiKey,
  })
  const isKnown = principal.kind === 'user' || principal.kind === 'api-key'
  return isKnown ? { ...principal, from: callOrigin(request) } : principal
}
