import { CHALLENGE_MS } from '@runnel/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieNames } from './session-cookies.ts'

const cookieOptions = ({ secure }: CookieNames) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure }) as const

/** Gives a browser the ticket of a challenge of passkeys. */
export function setTicket(reply: FastifyReply, cookies: CookieNames, ticket: string): void {
  reply.setCookie(cookies.passkey, ticket, { ...cookieOptions(cookies), maxAge: CHALLENGE_MS / 1_000 })
}

/** The ticket that a browser brings; it is used up. */
export function takeTicket(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cookies: CookieNames,
): string | undefined {
  reply.clearCookie(cookies.passkey, cookieOptions(cookies))
  return request.cookies[cookies.passkey]
}
