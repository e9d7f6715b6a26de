import type { Kysely } from 'kysely'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import type { DatabaseSchema } from '../schema.ts'
import { endSessions } from '../system/session-store.ts'
import type { SystemScope } from '../system/system-scope.ts'
import type { LoginMethodRow } from './login-method-reader.ts'
import { noteBy } from './note-by.ts'

/** A login method as it is to be kept. `id` names the one that is there, or is that of a new one. */
export interface SavedLoginMethod {
  id: string
  organizationId: string
  providerName: string
  status: 'enable' | 'disable'
  sealed: string
  by: string
  /** Whether those who signed in by it have to do so again. */
  endsSessions: boolean
}

/** Keeps login methods. Each act is one transaction with its entries in the audit log. */
export interface LoginMethodStore {
  /** Keeps login methods, all or none. */
  save(methods: SavedLoginMethod[], entries: NewAuditEntry[]): Promise<void>
  /** Takes a login method away with all that hangs on it; who came by it is signed out. False when there is none. */
  remove(method: LoginMethodRow, entry: NewAuditEntry): Promise<boolean>
  /** Sealed settings of all login methods, in the order of their ids. */
  listSealed(): Promise<{ id: string; sealed: string }[]>
  /** Puts sealed settings in place of those that were read; false when they are others by now. */
  reseal(id: string, change: { from: string; to: string }): Promise<boolean>
}

/** Makes the store. */
export function createLoginMethodStore(scope: SystemScope): LoginMethodStore {
  const { reader, write, now } = scope
  const note = noteBy(scope)
  return {
    save: (methods, entries) =>
      write(async (db) => {
        for (const method of methods) await saveMethod(db, method, now())
        const [first] = methods
        if (first) for (const entry of entries) await note(db, first.organizationId, entry)
      }),
    remove: ({ id, organizationId }, entry) =>
      write(async (db) => {
        await endSessions(db, { column: 'loginMethodId', value: id, at: now() })
        const { numDeletedRows } = await db
          .deleteFrom('loginMethods')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        await note(db, organizationId, entry)
        return true
      }),
    listSealed: () => reader().selectFrom('loginMethods').select(['id', 'sealed']).orderBy('id').execute(),
    reseal: (id, { from, to }) =>
      write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('loginMethods')
          .set({ sealed: to })
          .where('id', '=', id)
          .where('sealed', '=', from)
          .executeTakeFirstOrThrow()
        return numUpdatedRows === 1n
      }),
  }
}

async function saveMethod(
  db: Kysely<DatabaseSchema>,
  { by, endsSessions, id, organizationId, providerName, status, sealed }: SavedLoginMethod,
  at: number,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('loginMethods')
    .set({ status, sealed, updatedAt: at, updatedBy: by })
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n)
    await db
      .insertInto('loginMethods')
      .values({
        id,
        organizationId,
        providerName,
        status,
        sealed,
        createdAt: at,
        updatedAt: at,
        createdBy: by,
        updatedBy: by,
      })
      .execute()
  if (endsSessions) await endSessions(db, { column: 'loginMethodId', value: id, at })
}
