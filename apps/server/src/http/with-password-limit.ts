import { hashToken } from '@runnel/drivers'
import type { FastifyRequest } from 'fastify'
import { toRunnelError } from './on-error.ts'
import type { SignInLimit, SignInTry } from './sign-in-limit.ts'

/**
 * Runs what asks for the own password once more; wrong ones make the next try wait. Counted by the sign-in: who took over a
 * session of somebody keeps them from nothing, and neither does who tries their password from outside.
 */
export function withPasswordLimit<T>(
  limit: SignInLimit,
  { request, userId }: { request: FastifyRequest; userId: string },
  work: () => Promise<T>,
): Promise<T> {
  const { principal } = request
  const name = principal.kind === 'user' ? principal.signInId : userId
  return withLimit(limit, { kind: 'password', name, address: request.ip }, work)
}

/**
 * Runs what a link opens with the password of an account: who holds the link and guesses waits, too. Counted by the link, so
 * that nobody without it keeps its owner waiting.
 */
export function withLinkLimit<T>(
  limit: SignInLimit,
  { request, token }: { request: FastifyRequest; token: string },
  work: () => Promise<T>,
): Promise<T> {
  return withLimit(limit, { kind: 'link', name: hashToken(token), address: request.ip }, work)
}

/**
 * Runs a try within a limit: one that goes well is forgiven with those before it, one that the server could not make is none.
 * @throws RunnelError `rate_limited`, and what the work throws
 */
export async function withLimit<T>(
  limit: SignInLimit,
  attempt: SignInTry,
  work: () => Promise<T>,
): Promise<T> {
  limit.take(attempt)
  try {
    const answer = await work()
    limit.forgive(attempt)
    return answer
  } catch (error) {
    if (toRunnelError(error).status >= 500) limit.takeBack(attempt)
    throw error
  }
}

/** What mails are counted with. */
export interface MailCount {
  /** Slows who has mails sent; apart, so that it keeps nobody from signing in. */
  mailLimit: SignInLimit
}

/** Counts a mail that somebody has sent to an address, which need not be theirs. @throws RunnelError `rate_limited` */
export function countMail({ mailLimit }: MailCount, { ip }: FastifyRequest, email: string): void {
  mailLimit.take({ kind: 'mail', name: email, address: ip })
}

/**
 * Counts a mail that the owner of an account has sent to an address which they say is theirs, by the account: whoever has
 * the password writes to few strangers, from however many networks. To be called once the owner is proven.
 * @throws RunnelError `rate_limited`
 */
export function countOwnMail({ mailLimit }: MailCount, { ip }: FastifyRequest, userId: string): void {
  mailLimit.take({ kind: 'own-mail', name: userId, address: ip })
}
