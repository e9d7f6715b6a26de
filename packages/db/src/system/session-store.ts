import type { CallOrigin } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import { prepareRead } from '../tenant/tenant-scope.ts'
import { holdWorkspace } from './active-workspace.ts'
import { endSessions } from './end-sessions.ts'
import { beginSession, type SessionRow, type SessionTokens } from './insert-session.ts'
import {
  type Asking,
  type DescribeEnd,
  endOlder,
  isLive,
  type LiveSession,
  listLive,
} from './live-sessions.ts'
import { noteEntry } from './note-entry.ts'
import { type Rotation, type RotationRequest, rotateSession } from './rotate-session.ts'
import { holdProof, type SessionProof } from './session-proof.ts'
import type { SystemScope } from './system-scope.ts'

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

/** Sessions: pairs of tokens, of which only hashes are kept. A refresh ends the use of its token and gives a successor. */
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
  rotate(request: RotationRequest): Promise<Rotation>
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

const UNKNOWN: CallOrigin = { address: null, agent: null }
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
