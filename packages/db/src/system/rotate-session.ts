import type { CallOrigin } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import { holdWorkspaceOfSession } from './active-workspace.ts'
import { endSessions } from './end-sessions.ts'
import { insertSession, type SessionRow, type SessionTokens } from './insert-session.ts'
import type { SystemScope } from './system-scope.ts'

/** How a refresh went; `session` is the one whose tokens the caller may use now. */
export type Rotation =
  | { kind: 'rotated' | 'reused'; session: SessionRow }
  | { kind: 'reuse-detected'; userId: string; familyId: string }
  | { kind: 'unknown' | 'expired' }

/** One use of a refresh token. */
export interface RotationRequest {
  refreshHash: string
  next: SessionTokens
  now: number
  reuseWindowMs: number
  /** How long after the sign-in the family ends, whatever its tokens say. */
  maxAgeMs: number
  from?: CallOrigin | undefined
}

/**
 * Replaces a refresh token by its successor, or judges why it is none any more. Two tabs may refresh with the same token:
 * within the window both get the same successor. For that the caller derives the successor's tokens from the presented one
 * with a key of the server (a keyed hash), so that the second caller can make them again and nobody else can.
 */
export async function rotateSession(
  db: Kysely<DatabaseSchema>,
  scope: SystemScope,
  request: RotationRequest & { newId: string },
): Promise<Rotation> {
  const { refreshHash, next, now, maxAgeMs, newId, from } = request
  const held = await holdWorkspaceOfSession(db, scope, refreshHash)
  const using = db.updateTable('sessions')
  const current = await (held === undefined ? using : using.where('workspaceId', '=', held))
    .set({ rotatedAt: now, successorId: newId })
    .where('refreshHash', '=', refreshHash)
    .where('rotatedAt', 'is', null)
    .where('endedAt', 'is', null)
    .where('refreshExpiresAt', '>', now)
    .where('signedInAt', '>', now - maxAgeMs)
    .returningAll()
    .executeTakeFirst()
  if (!current) {
    // It was moved on before the workspace could be held.
    const isMoved = held !== (await holdWorkspaceOfSession(db, scope, refreshHash))
    return isMoved ? rotateSession(db, scope, request) : judgeRefusedRefresh(db, request)
  }
  const { familyId, userId, workspaceId, signedInAt } = current
  const end = signedInAt + maxAgeMs
  const tokens = {
    ...next,
    accessExpiresAt: Math.min(next.accessExpiresAt, end),
    refreshExpiresAt: Math.min(next.refreshExpiresAt, end),
  }
  const { address, agent } = from ?? current
  const { loginMethodId, signOnOrganizationId, hasSecondFactor } = current
  const by = { loginMethodId, signOnOrganizationId, hasSecondFactor }
  const owner = {
    id: newId,
    familyId,
    userId,
    workspaceId,
    signedInAt,
    createdAt: now,
    lastUsedAt: null,
    address,
    agent,
    ...by,
  }
  const session = await insertSession(db, owner, tokens)
  return { kind: 'rotated', session }
}

async function judgeRefusedRefresh(
  db: Kysely<DatabaseSchema>,
  { refreshHash, now, reuseWindowMs, maxAgeMs }: RotationRequest,
): Promise<Rotation> {
  const used = await db
    .selectFrom('sessions')
    .selectAll()
    .where('refreshHash', '=', refreshHash)
    .executeTakeFirst()
  if (!used || used.endedAt !== null) return { kind: 'unknown' }
  if (used.refreshExpiresAt <= now || used.signedInAt <= now - maxAgeMs) return { kind: 'expired' }
  if (used.rotatedAt !== null && used.successorId !== null) {
    const session = await db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', used.successorId)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    if (!session) return { kind: 'unknown' }
    // The answer that brought it may have been lost on its way.
    const isUnused = session.lastUsedAt === null && session.rotatedAt === null
    if (isUnused || now - used.rotatedAt <= reuseWindowMs) return { kind: 'reused', session }
  }
  await endSessions(db, { column: 'familyId', value: used.familyId, at: now })
  return { kind: 'reuse-detected', userId: used.userId, familyId: used.familyId }
}
