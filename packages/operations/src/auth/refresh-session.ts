import { type CallOrigin, RunnelError, TOKEN_INVALID } from '@runnel/contract'
import { hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { WayIn } from './authenticate.ts'
import { REUSE_WINDOW_MS, type SessionTokens, storedTokens, succeedingTokens } from './session-tokens.ts'

/** A session that goes on: its new tokens, and whose it is. */
export interface RefreshedSession {
  tokens: SessionTokens
  owner: WayIn & { sessionId: string; userId: string; workspaceId: string }
}

/**
 * Replaces a session's tokens. Reuse of a token within ten seconds, or before its successors were used, gives the same
 * ones: the answer may have been lost. Other reuse means that it was stolen and ends the whole family. A refresh makes no session longer than `refreshTokenMs` from its sign-in.
 * @throws RunnelError `unauthenticated`
 */
export async function refreshSession(
  context: OperationContext,
  refresh: string | undefined,
  from: CallOrigin,
): Promise<RefreshedSession> {
  if (refresh === undefined || refresh === '') throw new RunnelError('unauthenticated', TOKEN_INVALID)
  const tokens = succeedingTokens(context, refresh)
  const rotation = await context.db.system.sessions.rotate({
    refreshHash: hashToken(refresh),
    next: storedTokens(tokens),
    now: context.now(),
    reuseWindowMs: REUSE_WINDOW_MS,
    maxAgeMs: context.settings.refreshTokenMs,
    from,
  })
  switch (rotation.kind) {
    case 'rotated':
    case 'reused': {
      const { id, userId, workspaceId, accessExpiresAt, refreshExpiresAt } = rotation.session
      const { signOnOrganizationId, hasSecondFactor } = rotation.session
      return {
        tokens: { ...tokens, accessExpiresAt, refreshExpiresAt },
        owner: { sessionId: id, userId, workspaceId, signOnOrganizationId, hasSecondFactor },
      }
    }
    case 'reuse-detected':
    case 'unknown':
      throw new RunnelError('unauthenticated', TOKEN_INVALID)
    case 'expired':
      throw new RunnelError('unauthenticated', 'Refresh Token Expired')
    default:
      return rotation satisfies never
  }
}
