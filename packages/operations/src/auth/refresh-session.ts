import { RunnelError, TOKEN_INVALID } from '@runnel/contract'
import { hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { storedTokens, succeedingTokens } from './session-tokens.ts'
import type { NewSession } from './sign-in.ts'
import { getSignedInUser } from './signed-in-user.ts'

/** Within this time two tabs may use the same refresh token, in milliseconds. */
const REUSE_WINDOW_MS = 10_000

/**
 * Replaces a session's tokens. Reuse of a token within ten seconds gives the same successors; later reuse means that
 * it was stolen and ends the whole family.
 * @throws RunnelError `unauthenticated`
 */
export async function refreshSession(
  context: OperationContext,
  refresh: string | undefined,
): Promise<NewSession> {
  if (refresh === undefined || refresh === '') throw new RunnelError('unauthenticated', TOKEN_INVALID)
  const tokens = succeedingTokens(context, refresh)
  const rotation = await context.db.system.sessions.rotate({
    refreshHash: hashToken(refresh),
    next: storedTokens(tokens),
    now: context.now(),
    reuseWindowMs: REUSE_WINDOW_MS,
  })
  switch (rotation.kind) {
    case 'rotated':
    case 'reused-within-window': {
      const { id, userId, workspaceId } = rotation.session
      return { user: await getSignedInUser(context, { sessionId: id, userId, workspaceId }), tokens }
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
