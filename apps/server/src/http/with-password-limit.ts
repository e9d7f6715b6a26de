import { hashToken } from '@runnel/drivers'
import type { FastifyRequest } from 'fastify'
import type { SignInLimit, SignInTry } from './sign-in-limit.ts'

/** Runs what asks for the own password once more; wrong ones make the next try wait, as at the sign-in. */
export function withPasswordLimit<T>(
  limit: SignInLimit,
  { request, userId }: { request: FastifyRequest; userId: string },
  work: () => Promise<T>,
): Promise<T> {
  return withLimit(limit, { account: `password of ${userId}`, address: request.ip }, work)
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
  return withLimit(limit, { account: `link ${hashToken(token)}`, address: request.ip }, work)
}

async function withLimit<T>(limit: SignInLimit, attempt: SignInTry, work: () => Promise<T>): Promise<T> {
  limit.take(attempt)
  const answer = await work()
  limit.forgive(attempt)
  return answer
}
