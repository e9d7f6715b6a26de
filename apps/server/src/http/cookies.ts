import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The tokens of a session as they travel in cookies. Times are milliseconds since 1970. */
export interface SessionTokens {
  access: string
  accessExpiresAt: number
  refresh: string
  refreshExpiresAt: number
}

/** Names of the cookies: with a secure address they carry the `__Host-` prefix, which pins host and path. */
export interface CookieNames {
  access: string
  refresh: string
  device: string
  secure: boolean
}

/** Cookie names for the address under which people reach the server. */
export function cookieNames(appUrl: string | undefined): CookieNames {
  const secure = appUrl?.startsWith('https://') ?? false
  return secure
    ? { access: '__Host-token', refresh: '__Host-refreshToken', device: '__Host-device', secure }
    : { access: 'token', refresh: 'refreshToken', device: 'device', secure }
}

/** Sets both cookies of a session. */
export function setSessionCookies(reply: FastifyReply, names: CookieNames, tokens: SessionTokens): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: names.secure } as const
  reply.setCookie(names.access, tokens.access, { ...options, expires: new Date(tokens.refreshExpiresAt) })
  reply.setCookie(names.refresh, tokens.refresh, { ...options, expires: new Date(tokens.refreshExpiresAt) })
}

/** Removes both cookies; that of the device stays. */
export function clearSessionCookies(reply: FastifyReply, names: CookieNames): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: names.secure } as const
  reply.clearCookie(names.access, options)
  reply.clearCookie(names.refresh, options)
}

/** The session's tokens of a request; absent ones are undefined. */
export function readSessionCookies(request: FastifyRequest, names: Pick<CookieNames, 'access' | 'refresh'>) {
  return { access: request.cookies[names.access], refresh: request.cookies[names.refresh] }
}
