import type { CallOrigin } from '@runnel/contract'
import type { Kysely, Selectable } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import type { DatabaseSchema } from '../schema.ts'
import { prepareRead } from '../tenant/tenant-scope.ts'
import type { SessionTable } from './account-tables.ts'
import { holdWorkspace, holdWorkspaceOfSession } from './active-workspace.ts'
import { endSessions, untilNoneIsLeft } from './end-sessions.ts'
import { noteEntry } from './note-entry.ts'
import { holdProof, type SessionProof } from './session-proof.ts'
import type { SystemScope } from './system-scope.ts'

export type SessionRow = Selectable<SessionTable>

/** A pair of tokens as hashes, with their ends. */
export interface SessionTokens {
  id?: string | undefined
  accessHash: string
  accessExpiresAt: number
  refreshHash: string
  refreshExpiresAt: number
}

/** A new sign-in. */
export interface NewSession extends SessionTokens {
  userId: string
  workspaceId: string
  /** Where the browser is and what it says that it is; null where nobody knows. */
  from?: CallOrigin | undefined
  /** The organisation's way by which they signed in; absent for the own password. */
  signOn?: { loginMethodId: string; organizationId: string } | undefined
  /** Whether a second factor, or a passkey, was shown. */
  hasSecondFactor?: boolean | undefined
  /** What it stands on, which must still count. */
  proof?: SessionProof | undefined
}

/** A sign-in that has not ended, as its owner sees it. */
export interface LiveSession extends CallOrigin {
  familyId: string
  signedInAt: number
  /** To some minutes. */
  lastUsedAt: number
}

/** Who ends sign-ins of their own, and by which one. */
export interface Asking {
  userId: string
  signInId: string
}

/** The entry of the audit log for sign-ins that were ended. */
type DescribeEnd = (ended: readonly CallOrigin[]) => NewAuditEntry

/** How a refresh went; `session` is the one whose tokens the caller may use now. */
export type Rotation =
  | { kind: 'rotated' | 'reused'; session: SessionRow }
  | { kind: 'reuse-detected'; userId: string; familyId: string }
  | { kind: 'unknown' | 'expired' }

/**
 * Sessions: pairs of tokens, of which only hashes are kept. A refresh ends the use of its token and gives a
 * successor. Two tabs may refresh with the same token: within the window both get the same successor. For that the
 * caller derives the successor's tokens from the presented one with a key of the server (a keyed hash), so that the
 * second caller can make them again and nobody else can; nothing but hashes is stored.
 */
export interface SessionStore {
  /** @throws RunnelError `not_found` when the workspace was deleted, `conflict` when the proof counts no more */
  insert(session: NewSession): Promise<SessionRow>
  /** The session of an access token that has not been ended; the caller looks at `accessExpiresAt`. */
  findByAccessHash(accessHash: string): Promise<SessionRow | undefined>
  /** The session of a refresh token, ended or not. */
  findByRefreshHash(refreshHash: string): Promise<SessionRow | undefined>
  /**
   * Replaces a refresh token. A use after the window, once the successor was used, ends the whole family: before that the
   * answer which brought the successor may have been lost.
   */
  rotate(rotation: {
    refreshHash: string
    next: SessionTokens
    now: number
    reuseWindowMs: number
    /** How long after the sign-in the family ends, whatever its tokens say. */
    maxAgeMs: number
    from?: CallOrigin | undefined
  }): Promise<Rotation>
  /** The sign-ins of a user that may still be used at that time, last used first. */
  listLive(userId: string, now: number): Promise<LiveSession[]>
  /** Whether a sign-in may still be used at that time. */
  isLive(familyId: string, now: number): Promise<boolean>
  /** Notes that a session was used. */
  touch(id: string, at: number): Promise<void>
  /** Ends one sign-in of that user, unless it came after the one that asks. */
  endOfUser(by: Asking, familyId: string, describe: DescribeEnd): Promise<'ended' | 'newer' | 'unknown'>
  /** Ends all other sign-ins of a user that did not come after the one that asks; gives how many, and how many came after. */
  endOthers(by: Asking, describe: DescribeEnd): Promise<{ ended: number; newer: number }>
  /**
   * Makes another workspace the active one of all sessions that descend from one sign-in; the next sign-in goes there.
   * @throws RunnelError `not_found` when it was deleted
   */
  switchWorkspace(sessions: { userId: string; familyId: string }, workspaceId: string): Promise<void>
  /** Ends all sessions that descend from one sign-in. */
  end(familyId: string): Promise<void>
  /** Deletes sessions whose refresh token expired before that time, at most `limit`; gives how many. */
  prune(before: number, limit?: number): Promise<number>
}

type SignOnColumns = Pick<SessionRow, 'loginMethodId' | 'signOnOrganizationId' | 'hasSecondFactor'>

const UNKNOWN: CallOrigin = { address: null, agent: null }
/** Sign-ins of one person that are listed. */
const MOST_LISTED = 200
/** A slice so short that nobody waits for it. */
const PRUNE_LIMIT = 200

const FIND_BY_ACCESS_HASH = prepareRead(['accessHash'], (db: Kysely<DatabaseSchema>, { accessHash }) =>
  db.selectFrom('sessions').selectAll().where('accessHash', '=', accessHash).where('endedAt', 'is', null),
)

/** Makes the store of sessions. */
export function createSessionStore(scope: SystemScope): SessionStore {
  const { reader, read, write, now, newId } = scope

  return {
    insert: ({
      id = newId(),
      userId,
      workspaceId,
      from = UNKNOWN,
      signOn,
      hasSecondFactor = false,
      proof,
      ...tokens
    }) => {
      const by = {
        loginMethodId: signOn?.loginMethodId ?? null,
        signOnOrganizationId: signOn?.organizationId ?? null,
        hasSecondFactor,
      }
      return write(async (db) => {
        await holdWorkspace(db, scope, workspaceId)
        if (proof) await holdProof({ ...scope, db }, userId, proof)
        return beginSession(db, { id, userId, workspaceId, ...by, ...from, at: now() }, tokens)
      })
    },
    listLive: (userId, at) => listLive(reader(), userId, at),
    isLive: (familyId, at) => isLive(reader(), familyId, at),
    async touch(id, at) {
      await write((db) => db.updateTable('sessions').set({ lastUsedAt: at }).where('id', '=', id).execute())
    },
    async endOfUser(by, familyId, describe) {
      const { ended, newer } = await endOlder(scope, { by, describe }, ['=', familyId])
      return ended > 0 ? 'ended' : newer > 0 ? 'newer' : 'unknown'
    },
    endOthers: (by, describe) => endOlder(scope, { by, describe }, ['<>', by.signInId]),
    findByAccessHash: async (accessHash) => (await read(FIND_BY_ACCESS_HASH, { accessHash }))[0],
    findByRefreshHash: (refreshHash) =>
      reader().selectFrom('sessions').selectAll().where('refreshHash', '=', refreshHash).executeTakeFirst(),
    rotate: (rotation) =>
      write((db) => rotateSession(db, scope, { ...rotation, newId: rotation.next.id ?? newId() })),
    async switchWorkspace({ userId, familyId }, workspaceId) {
      await write(async (db) => {
        await holdWorkspace(db, scope, workspaceId)
        await db
          .updateTable('sessions')
          .set({ workspaceId })
          .where('userId', '=', userId)
          .where('familyId', '=', familyId)
          .where('endedAt', 'is', null)
          .execute()
        await db.updateTable('users').set({ lastWorkspaceId: workspaceId }).where('id', '=', userId).execute()
        await noteEntry(db, { userId, workspaceId, lastLoginAt: now() })
      })
    },
    end: (familyId) => write((db) => endSessions(db, { column: 'familyId', value: familyId, at: now() })),
    prune: (before, limit = PRUNE_LIMIT) =>
      write(async (db) => {
        const expired = db
          .selectFrom('sessions')
          .select('id')
          .where('refreshExpiresAt', '<', before)
          .limit(limit)
        const { numDeletedRows } = await db
          .deleteFrom('sessions')
          .where('id', 'in', expired)
          .executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }),
  }
}

async function isLive(db: Kysely<DatabaseSchema>, familyId: string, at: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('familyId', '=', familyId)
    .where('endedAt', 'is', null)
    .where('refreshExpiresAt', '>', at)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** One use of a refresh token. */
type RotationRequest = Parameters<SessionStore['rotate']>[0]

async function rotateSession(
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

function beginSession(
  db: Kysely<DatabaseSchema>,
  {
    id,
    at,
    ...owner
  }: Pick<SessionRow, 'id' | 'userId' | 'workspaceId' | keyof SignOnColumns> & CallOrigin & { at: number },
  tokens: SessionTokens,
): Promise<SessionRow> {
  return insertSession(
    db,
    { ...owner, id, familyId: id, createdAt: at, signedInAt: at, lastUsedAt: at },
    tokens,
  )
}

function insertSession(
  db: Kysely<DatabaseSchema>,
  owner: Pick<
    SessionRow,
    | 'id'
    | 'familyId'
    | 'userId'
    | 'workspaceId'
    | 'createdAt'
    | 'signedInAt'
    | 'lastUsedAt'
    | keyof SignOnColumns
  > &
    CallOrigin,
  tokens: SessionTokens,
): Promise<SessionRow> {
  return db
    .insertInto('sessions')
    .values({
      ...tokens,
      ...owner,
      rotatedAt: null,
      successorId: null,
      endedAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Ends sign-ins that did not come after the one that asks; gives how many, and how many came after. A stolen session must
 * not end those by which its owner comes after it: whoever signed in later has proved more.
 */
function endOlder(
  scope: SystemScope,
  { by: { userId, signInId }, describe }: { by: Asking; describe: DescribeEnd },
  [compare, familyId]: ['=' | '<>', string],
): Promise<{ ended: number; newer: number }> {
  return scope.write(async (db) => {
    const own = db
      .selectFrom('sessions as own')
      .where('own.familyId', '=', signInId)
      .select(({ fn }) => fn.max('own.signedInAt').as('signedInAt'))
    const older = db
      .updateTable('sessions')
      .set({ endedAt: scope.now() })
      .where('userId', '=', userId)
      .where('familyId', compare, familyId)
      .where('signedInAt', '<=', own)
      .where('endedAt', 'is', null)
      .returning(['familyId', 'address', 'agent'])
    const byFamily = new Map<string, CallOrigin>()
    await untilNoneIsLeft(async () => {
      const rows = await older.execute()
      for (const row of rows) byFamily.set(row.familyId, row)
      return rows.length
    })
    const ended = [...byFamily.values()]
    if (ended.length > 0) await appendEntries(scope, db, { userId, entries: [describe(ended)] })
    const live = await listLive(db, userId, scope.now())
    const newer = live.filter((each) => (compare === '=') === (each.familyId === familyId)).length
    return { ended: ended.length, newer }
  })
}

async function listLive(db: Kysely<DatabaseSchema>, userId: string, at: number): Promise<LiveSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['familyId', 'address', 'agent', 'signedInAt', 'lastUsedAt', 'createdAt'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('rotatedAt', 'is', null)
    .where('refreshExpiresAt', '>', at)
    .orderBy(({ fn }) => fn.coalesce('lastUsedAt', 'createdAt'), 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute()
  return rows.map(({ createdAt, lastUsedAt, ...row }) => ({ ...row, lastUsedAt: lastUsedAt ?? createdAt }))
}
