import type { Principal } from '@runnel/access'
import { allPermissions, isRunnelError, RunnelError, TOKEN_EXPIRED, TOKEN_INVALID } from '@runnel/contract'
import type { UserRow, WorkspaceMembership } from '@runnel/db'
import { hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { featuresOf } from '../features-of.ts'
import { keyPermissions } from '../key-permissions.ts'
import { createTurns } from '../turns.ts'
import { REUSE_WINDOW_MS } from './session-tokens.ts'

/** Who a session belongs to. */
export interface SessionOwner extends WayIn {
  sessionId: string
  userId: string
  workspaceId: string
}

/** How somebody came in. */
export interface WayIn {
  /** The organisation by whose provider they signed in: they reach no other. Null for who has shown a password. */
  signOnOrganizationId: string | null
  /** Whether they showed a second factor, or a passkey. */
  hasSecondFactor: boolean
}

/** What decides whether somebody gets to a place. */
export interface ReachedPlace {
  organizationId: string
  requiresSignOn: boolean
  isAdmin: boolean
  /** Another organisation, by whose provider the person accepted the invitation to this one, having no password. */
  signOnOrganizationId: string | null
}

/**
 * Of somebody's workspaces those that a session reaches. A provider's word holds in its own organisation, and of who has
 * no password in those that they came to by it, unless such a one asks for its own sign-on. A password opens
 * an organisation that asks for its own sign-on to its administrators alone, with a second factor: their way in when the
 * provider is away.
 */
export function reachable<Place extends ReachedPlace>(
  places: Place[],
  { signOnOrganizationId, hasSecondFactor }: WayIn,
): Place[] {
  if (signOnOrganizationId !== null)
    return places.filter(
      (place) =>
        place.organizationId === signOnOrganizationId ||
        (place.signOnOrganizationId === signOnOrganizationId && !place.requiresSignOn),
    )
  return places.filter(({ requiresSignOn, isAdmin }) => !requiresSignOn || (isAdmin && hasSecondFactor))
}

/** Who somebody is in the workspace of their session. */
interface Owner {
  user: UserRow
  active: WorkspaceMembership | undefined
  isOrganizationAdmin: boolean
  permissions: string[]
}

/** Who somebody is in the workspace of their session; `active` is absent when it is theirs no more. */
export async function readOwner(context: OperationContext, owner: SessionOwner): Promise<Owner> {
  const { accounts } = context.db.system
  const user = await accounts.findUser(owner.userId)
  if (user?.status !== 'active') throw new RunnelError('unauthenticated', TOKEN_INVALID)
  const found = await accounts.findEnteredPlace(owner.userId, owner.workspaceId)
  const [chosen] = reachable(found ? [found] : [], owner)
  const active =
    chosen &&
    (await context.db.organization(chosen.organizationId).read.findPlace(owner.userId, owner.workspaceId))
  const isOrganizationAdmin = active !== undefined && chosen?.isAdmin === true
  return {
    user,
    active,
    isOrganizationAdmin,
    permissions: isOrganizationAdmin ? [...allPermissions] : (active?.permissions ?? []),
  }
}

/** The principal of a session, with what it may do now. */
async function sessionPrincipal(
  context: OperationContext,
  { signInId, ...owner }: SessionOwner & { signInId: string },
): Promise<Principal & { kind: 'user' }> {
  const { user, active, isOrganizationAdmin, permissions } = await readOwner(context, owner)
  return {
    kind: 'user',
    userId: owner.userId,
    email: user.email,
    sessionId: owner.sessionId,
    signInId,
    ...(owner.signOnOrganizationId === null ? {} : { signOnOrganizationId: owner.signOnOrganizationId }),
    ...(owner.hasSecondFactor ? { hasSecondFactor: true } : {}),
    workspaceId: owner.workspaceId,
    organizationId: active?.organizationId ?? '',
    isOrganizationAdmin,
    permissions,
    features: featuresOf(context, active?.organizationId).flags,
    ...(active === undefined ? { hasLostWorkspace: true } : {}),
  }
}

/** How often the last use of a key, and of a session, is noted, in milliseconds. */
const TOUCH_EVERY_MS = 60_000
const TOUCH_SESSION_EVERY_MS = 5 * 60_000
const MOST_REMEMBERED = 10_000
const takeTurnOfKey = createTurns({ everyMs: TOUCH_EVERY_MS, most: MOST_REMEMBERED })

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
  if ((session.lastUsedAt ?? 0) + TOUCH_SESSION_EVERY_MS < context.now())
    await context.db.system.sessions.touch(session.id, context.now())
  return sessionPrincipal(context, {
    sessionId: session.id,
    signInId: session.familyId,
    userId: session.userId,
    workspaceId: session.workspaceId,
    signOnOrganizationId: session.signOnOrganizationId,
    hasSecondFactor: session.hasSecondFactor,
  })
}

/** A key that opens something now. */
async function findLiveKey({ db, now }: OperationContext, key: string) {
  const found = await db.system.apiKeys.findByHash(hashToken(key))
  const isOver = found?.expiresAt != null && found.expiresAt <= now()
  return isOver || found?.maker === 'nothing' ? undefined : found
}

async function authenticateKey(context: OperationContext, key: string): Promise<Principal> {
  const found = await findLiveKey(context, key)
  const now = context.now()
  if (!found)
    throw new RunnelError('unauthenticated', 'Unauthorized Access', {
      body: { error: 'Unauthorized Access' },
    })
  if (takeTurnOfKey(found.id, now)) await context.db.system.apiKeys.touch(found.id, now)
  const { id, keyName, workspaceId } = found
  const permissions = keyPermissions(found.permissions, found.maker)
  return { kind: 'api-key', keyId: id, keyName, workspaceId, permissions }
}

/**
 * Somebody who was let in a while ago, with what they may do now. It asks for the sign-in and not for its token, which
 * another tab may have renewed meanwhile.
 * @throws RunnelError `unauthenticated` where the sign-in or the key is over
 */
export async function authenticateAgain(
  context: OperationContext,
  principal: Principal,
  { apiKey = '' }: Pick<Credentials, 'apiKey'>,
): Promise<Principal> {
  const isOver = new RunnelError('unauthenticated', TOKEN_INVALID)
  if (principal.kind === 'api-key') {
    const found = await findLiveKey(context, apiKey)
    if (found?.id !== principal.keyId) throw isOver
    return { ...principal, permissions: keyPermissions(found.permissions, found.maker) }
  }
  if (principal.kind !== 'user') return principal
  const { signInId, from, signOnOrganizationId = null, hasSecondFactor = false } = principal
  if (!(await context.db.system.sessions.isLive(signInId, context.now()))) throw isOver
  const { sessionId, userId, workspaceId } = principal
  const owner = { sessionId, signInId, userId, workspaceId, signOnOrganizationId, hasSecondFactor }
  return { ...(await sessionPrincipal(context, owner)), ...(from && { from }) }
}

/**
 * Whether somebody who was let in still is, and holds what they were let in by: the sign-in goes on and reaches the
 * workspace, the key opens it, and all `needs` are still held. For answers that last.
 */
export async function isStillIn(
  context: OperationContext,
  principal: Principal,
  { apiKey, needs }: Pick<Credentials, 'apiKey'> & { needs: readonly string[] },
): Promise<boolean> {
  try {
    const now = await authenticateAgain(context, principal, { apiKey })
    if (now.kind !== 'user' && now.kind !== 'api-key') return true
    const hasLeft = now.kind === 'user' && now.hasLostWorkspace === true
    return !hasLeft && needs.every((permission) => now.permissions.includes(permission))
  } catch (error) {
    if (isRunnelError(error) && error.code === 'unauthenticated') return false
    throw error
  }
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
