import { RunnelError } from '@runnel/contract'
import type { Insertable, Kysely, Updateable } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { type AskAgain, askAgain } from '../organizations/rights-inside.ts'
import type { DatabaseSchema } from '../schema.ts'
import { endSessions } from '../system/end-sessions.ts'
import { changeWaysIn } from '../system/people/other-administrator.ts'
import type { SystemScope } from '../system/system-scope.ts'
import type { LoginMethodRow } from './login-method-reader.ts'
import type { LoginMethodTable } from './sign-on-tables.ts'
import { staleLoginMethod } from './stale-login-method.ts'

/** A login method as it is to be kept. `id` names the one that is there, or is that of a new one. */
export interface SavedLoginMethod {
  id: string
  organizationId: string
  providerName: string
  status: 'enable' | 'disable'
  sealed: string
  /** The revision that was read, in whose place this one comes; undefined where there was none. */
  replaces?: number | undefined
  /** The role that whoever comes for the first time gets, if they get one. */
  roleId?: string | undefined
  by: string
  /** Whether those who signed in by it have to do so again. */
  endsSessions: boolean
  /** Whether it is another provider, or another client of it, by which nobody may be known who came before. */
  isOtherProvider: boolean
}

/** A login method that is to be taken away. */
type RemovedLoginMethod = Pick<LoginMethodRow, 'id' | 'organizationId'>

/**
 * Keeps login methods. Each act is one transaction with its entries in the audit log. One that takes the last way in of an
 * administrator is `conflict`, unless another one has a way and `lockedOut` says of how many it takes it.
 */
export interface LoginMethodStore {
  /**
   * Keeps login methods of one organisation, all or none; `stale_revision` where one is not as it was read any more,
   * `not_found` where a role is gone.
   */
  save(methods: SavedLoginMethod[], entries: NewAuditEntry[], act?: WaysAct): Promise<void>
  /** Takes a login method away with all that hangs on it; who came by it is signed out. False when there is none. */
  remove(method: RemovedLoginMethod, entry: NewAuditEntry, act?: WaysAct): Promise<boolean>
  /** Lets people in by the login methods alone, or by passwords as well. */
  require(organizationId: string, isRequired: boolean, act: WaysAct & { entry: NewAuditEntry }): Promise<void>
  /** Sealed settings of all login methods, in the order of their ids. */
  listSealed(): Promise<{ id: string; sealed: string }[]>
  /** Puts sealed settings in place of those that were read; false when they are others by now. */
  reseal(id: string, change: { from: string; to: string }): Promise<boolean>
}

/** How many administrators an act is known to lock out, and what it is allowed by. */
interface WaysAct {
  lockedOut?: number | undefined
  askAgain?: AskAgain
}

/** Makes the store. */
export function createLoginMethodStore(scope: SystemScope): LoginMethodStore {
  const { reader, write, now } = scope
  return {
    save: async (methods, entries, { lockedOut, askAgain: ask } = {}) => {
      const [first] = methods
      if (!first) return
      const { organizationId } = first
      await write(async (db) => {
        await askAgain(db, { ...scope, organizationId }, ask)
        const make = async () => {
          for (const method of methods) await saveMethod({ ...scope, db }, method)
          return methods.filter(({ isOtherProvider }) => isOtherProvider).map(({ id }) => id)
        }
        await changeWaysIn({ ...scope, db }, { organizationId, lockedOut, make })
        await appendEntries(scope, db, { organizationId, entries })
      })
    },
    remove: ({ id, organizationId }, entry, { lockedOut, askAgain: ask } = {}) =>
      write(async (db) => {
        await askAgain(db, { ...scope, organizationId }, ask)
        let isGone = false
        const make = async () => {
          isGone = await removeMethod(db, id, now())
          return [id]
        }
        await changeWaysIn({ ...scope, db }, { organizationId, lockedOut, make })
        if (isGone) await appendEntries(scope, db, { organizationId, entries: [entry] })
        return isGone
      }),
    require: (organizationId, isRequired, { entry, lockedOut, askAgain: ask }) =>
      write(async (db) => {
        await askAgain(db, { ...scope, organizationId }, ask)
        const make = async () => {
          await db
            .updateTable('organizations')
            .set({ requiresSignOn: isRequired })
            .where('id', '=', organizationId)
            .execute()
          return []
        }
        await changeWaysIn({ ...scope, db }, { organizationId, lockedOut, make })
        await appendEntries(scope, db, { organizationId, entries: [entry] })
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

async function removeMethod(db: Kysely<DatabaseSchema>, id: string, at: number): Promise<boolean> {
  // First the method, which a sign-in holds that is on its way.
  const { numDeletedRows } = await db
    .deleteFrom('loginMethods')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await endSessions(db, { column: 'loginMethodId', value: id, at })
  return numDeletedRows > 0n
}

type Work = SystemScope & { db: Kysely<DatabaseSchema> }

async function saveMethod(work: Work, method: SavedLoginMethod): Promise<void> {
  const { db, now } = work
  const { by, endsSessions, id, organizationId, providerName, status, sealed } = method
  const at = now()
  await holdRole(work, method)
  const values = { status, sealed, updatedAt: at, updatedBy: by }
  const made = { ...values, id, organizationId, providerName, createdAt: at, createdBy: by }
  const isNew = method.replaces === undefined
  const kept = await (isNew ? insertMethod(db, made) : replaceMethod(db, method, values))
  if (!kept) throw await staleLoginMethod(db, method)
  if (endsSessions) await endSessions(db, { column: 'loginMethodId', value: id, at })
}

/** False where there is one of the kind already, which another made meanwhile. */
async function insertMethod(db: Kysely<DatabaseSchema>, row: Insertable<LoginMethodTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('loginMethods')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organizationId', 'providerName']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** False where the method is not as it was read. */
async function replaceMethod(
  db: Kysely<DatabaseSchema>,
  { id, organizationId, replaces = 0 }: SavedLoginMethod,
  values: Updateable<LoginMethodTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('loginMethods')
    .set({ ...values, revision: replaces + 1 })
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where('revision', '=', replaces)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Keeps the role that people get from being deleted. @throws RunnelError `not_found` */
async function holdRole(
  { db, capabilities }: Work,
  { organizationId, roleId }: SavedLoginMethod,
): Promise<void> {
  if (roleId === undefined) return
  const role = db
    .selectFrom('roles')
    .select('id')
    .where('id', '=', roleId)
    .where('organizationId', '=', organizationId)
  const found = await (capabilities.rowLocks ? role.forKeyShare() : role).executeTakeFirst()
  if (!found) throw new RunnelError('not_found', `Role ${roleId} not found`)
}
