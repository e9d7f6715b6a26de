import type { CallOrigin } from '@runnel/contract'
import '@fastify/cookie'
import type { Principal } from '@runnel/access'
import { authenticate, type OperationContext, type Visitor } from '@runnel/operations'
import type { FastifyRequest } from 'fastify'

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

const LONGEST_AGENT = 300

/**
 * An address without the port that some proxies write behind it: with it each connection would be a caller of its own.
 */
export const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address

/** From where a call came: the address, which a trusted proxy may tell, and what the program calls itself. */
export function callOrigin({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): CallOrigin {
  // What a stranger writes there is shown to people: one line of it, and no more.
  const agent = headers['user-agent']?.replaceAll(/[\s\p{C}]+/gu, ' ').slice(0, LONGEST_AGENT)
  return { address: withoutPort(ip), agent: agent ?? null }
}

/** The language in which a mail answers a call: the first of ours that the browser asks for. */
export function mailLanguage({ headers }: Pick<FastifyRequest, 'headers'>): 'en' | 'de' {
  const wanted = (headers['accept-language'] ?? '').toLowerCase().split(',')
  const first = wanted.map((entry) => entry.trim().slice(0, 2)).find((code) => code === 'de' || code === 'en')
  return first === 'de' ? 'de' : 'en'
}

/** The session that a signed-in user calls with. */
export const sessionOwnerOf = (principal: Principal & { kind: 'user' }) => ({
  sessionId: principal.sessionId,
  userId: principal.userId,
  workspaceId: principal.workspaceId,
  signOnOrganizationId: principal.signOnOrganizationId ?? null,
  hasSecondFactor: principal.hasSecondFactor === true,
})

/** Who calls without a session: from where, and in which language a mail answers. */
export const visitorOf = (request: FastifyRequest): Visitor => ({
  from: callOrigin(request),
  language: mailLanguage(request),
})
