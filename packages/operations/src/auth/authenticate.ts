import type { Principal } from '@runnel/access'
import { RunnelError, TOKEN_EXPIRED, TOKEN_INVALID } from '@runnel/contract'
import { hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { REUSE_WINDOW_MS } from './session-tokens.ts'
import { sessionPrincipal } from './signed-in-user.ts'

/** How often the last use of a key is noted, in milliseconds. */
const TOUCH_EVERY_MS = 60_000
const touched = new Map<string, number>()

/** What a request brings to say who it is. */
export interface Credentials {
  accessToken?: string | undefined
  hasRefreshToken: boolean
  apiKey?: string | undefined
}

async function authenticateSession(
  context: OperationContext,
  token: string,
  hasRefresh: boolean,
): Promise<Principal> {
  const session = await context.db.system.sessions.findByAccessHash(hashToken(token))
  const isReplaced = session?.rotatedAt != null && session.rotatedAt + REUSE_WINDOW_MS < context.now()
  if (!session || session.endedAt !== null || isReplaced)
    throw new RunnelError('unauthenticated', TOKEN_INVALID)
  if (session.accessExpiresAt <= context.now()) {
    if (hasRefresh) throw new RunnelError('token_expired', TOKEN_EXPIRED, { body: { retry: true } })
    throw new RunnelError('unauthenticated', TOKEN_INVALID)
  }
  return sessionPrincipal(context, {
    sessionId: session.id,
    userId: session.userId,
    workspaceId: session.workspaceId,
  })
}

async function authenticateKey(context: OperationContext, key: string): Promise<Principal> {
  const found = await context.db.system.apiKeys.findByHash(hashToken(key))
  if (!found)
    throw new RunnelError('unauthenticated', 'Unauthorized Access', {
      body: { error: 'Unauthorized Access' },
    })
  const now = context.now()
  if ((touched.get(found.id) ?? 0) + TOUCH_EVERY_MS < now) {
    touched.set(found.id, now)
    await context.db.system.apiKeys.touch(found.id, now)
  }
  return { kind: 'api-key', keyId: found.id, workspaceId: found.workspaceId, permissions: found.permissions }
}

/**
 * Who a request comes from. A session's cookie wins over a key; neither makes an anonymous caller.
 * @throws RunnelError `unauthenticated`, `token_expired` (the client refreshes and repeats)
 */
export async function authenticate(context: OperationContext, credentials: Credentials): Promise<Principal> {
  if (credentials.accessToken)
    return authenticateSession(context, credentials.accessToken, credentials.hasRefreshToken)
  if (credentials.apiKey) return authenticateKey(context, credentials.apiKey)
  return { kind: 'anonymous' }
}
