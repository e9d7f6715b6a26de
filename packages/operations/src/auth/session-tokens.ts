import { createHmac } from 'node:crypto'
import { createToken, hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'

/** Within this time after a refresh two tabs may still use the tokens of before, in milliseconds. */
export const REUSE_WINDOW_MS = 10_000

/** The tokens of a session as they go into cookies. Times are milliseconds since 1970. */
export interface SessionTokens {
  access: string
  accessExpiresAt: number
  refresh: string
  refreshExpiresAt: number
}

function withTimes(context: OperationContext, access: string, refresh: string): SessionTokens {
  const now = context.now()
  return {
    access,
    accessExpiresAt: now + context.settings.accessTokenMs,
    refresh,
    refreshExpiresAt: now + context.settings.refreshTokenMs,
  }
}

/** Fresh random tokens for a sign-in. */
export function createSessionTokens(context: OperationContext): SessionTokens {
  return withTimes(context, createToken(), createToken())
}

/**
 * The tokens that follow a refresh token. They are derived from it by a key of the server, so that two tabs that
 * refresh at once get the same pair while the database keeps hashes only.
 */
export function succeedingTokens(context: OperationContext, refresh: string): SessionTokens {
  const derive = (purpose: string) =>
    createHmac('sha256', context.sessionKey).update(`${purpose}:${refresh}`).digest('base64url')
  return withTimes(context, derive('access'), derive('refresh'))
}

/** What the database keeps of a pair of tokens. */
export function storedTokens(tokens: SessionTokens) {
  return {
    accessHash: hashToken(tokens.access),
    accessExpiresAt: tokens.accessExpiresAt,
    refreshHash: hashToken(tokens.refresh),
    refreshExpiresAt: tokens.refreshExpiresAt,
  }
}
