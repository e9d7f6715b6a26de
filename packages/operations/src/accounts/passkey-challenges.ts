import { createHmac } from 'node:crypto'
import { createToken, equalInConstantTime, hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'

/** How long a challenge may be answered, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000

/** What a challenge is for: signing in or proving a factor, or making a passkey in one sign-in of one person. */
export type ChallengePurpose = 'prove' | { userId: string; signInId: string }

/** A challenge that was answered: its hash, and when it ends. */
export interface OpenChallenge {
  challenge: string
  hash: string
  expiresAt: number
}

function sign(
  { sessionKey }: Pick<OperationContext, 'sessionKey'>,
  { challenge, end, purpose }: { challenge: string; end: string; purpose: ChallengePurpose },
): string {
  const whose = purpose === 'prove' ? [] : [purpose.userId, purpose.signInId]
  return createHmac('sha256', sessionKey)
    .update(JSON.stringify(['passkey', challenge, end, ...whose]))
    .digest('base64url')
}

/**
 * Makes a challenge, and the ticket by which the browser that got it is known again. Nothing is written: strangers may
 * ask as often as they like. Only an answer is noted, so that there is no second one.
 */
export function makeChallenge(
  context: Pick<OperationContext, 'sessionKey' | 'now'>,
  purpose: ChallengePurpose,
): { challenge: string; ticket: string } {
  const challenge = createToken()
  const end = String(context.now() + CHALLENGE_MS)
  return { challenge, ticket: `${challenge}.${end}.${sign(context, { challenge, end, purpose })}` }
}

/** The challenge of a ticket; undefined for none, another's, one for something else, and one that has ended. */
export function readTicket(
  context: Pick<OperationContext, 'sessionKey' | 'now'>,
  ticket: string | undefined,
  purpose: ChallengePurpose,
): OpenChallenge | undefined {
  const [challenge = '', end = '', signature = ''] = (ticket ?? '').split('.')
  const isOwn = equalInConstantTime(signature, sign(context, { challenge, end, purpose }))
  if (!isOwn || Number(end) <= context.now()) return undefined
  return { challenge, hash: hashToken(challenge), expiresAt: Number(end) }
}
