import type { FastifyRequest } from 'fastify'
import type { SignInLimit } from './sign-in-limit.ts'

/** Runs what asks for the own password once more; wrong ones make the next try wait, as at the sign-in. */
export async function withPasswordLimit<T>(
  limit: SignInLimit,
  { request, userId }: { request: FastifyRequest; userId: string },
  work: () => Promise<T>,
): Promise<T> {
  const attempt = { account: `password of ${userId}`, address: request.ip }
  limit.take(attempt)
  const answer = await work()
  limit.forgive(attempt)
  return answer
}
