import '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import type { SessionCookies } from './identify-caller.ts'

/** The tokens of a session as they travel in cookies. Times are milliseconds since 1970. */
interface SessionTokens {
  access: string
  accessExpiresAt: number
  refresh: string
  refreshExpiresAt: number
}

/** Names of the cookies: with a secure address they carry the `__Host-` prefix, which pins host and path. */
export interface CookieNames extends SessionCookies {
  device: string
  /** Holds a sign-in by a provider that began here. */
  signOn: string
  /** The challenge that a passkey is to answer. */
  passkey: string
  secure: boolean
}

/** Cookie names for the address under which people reach the server. */
export function cookieNames(appUrl: string | undefined): CookieNames {
  const secure = appUrl?.startsWith('https://') ?? false
  return secure
    ? {
        access: '__Host-token',
        refresh: '__Host-refreshToken',
        device: '__Host-device',
        signOn: '__Host-signOn',
        passkey: '__Host-passkey',
        secure,
      }
    : {
        access: 'token',
        refresh: 'refreshToken',
        device: 'device',
        signOn: 'signOn',
        passkey: 'passkey',
        secure,
      }
}

/** The cookies of a session, and how they were set. */
export type SetCookies = SessionCookies & Pick<CookieNames, 'secure'>

/** Sets both cookies of a session. */
export function setSessionCookies(reply: FastifyReply, names: CookieNames, tokens: SessionTokens): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: names.secure } as const
  reply.setCookie(names.access, tokens.access, { ...options, expires: new Date(tokens.refreshExpiresAt) })
  reply.setCookie(names.refresh, tokens.refresh, { ...options, expires: new Date(tokens.refreshExpiresAt) })
}

/** Removes both cookies; that of the device stays. */
export function clearSessionCookies(reply: FastifyReply, names: SetCookies): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: names.secure } as const
  reply.clearCookie(names.access, options)
  reply.clearCookie(names.refresh, options)
}
