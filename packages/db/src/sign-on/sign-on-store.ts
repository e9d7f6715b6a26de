import { RunnelError } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { insertAuditEntry } from '../audit/system-audit.ts'
import type { DatabaseSchema } from '../schema.ts'
import { endSessions } from '../system/session-store.ts'
import type { SystemScope } from '../system/system-scope.ts'
import type { LoginMethodRow } from './login-method-reader.ts'

/** Who somebody is to a provider. */
export interface Identity {
  loginMethodId: string
  organizationId: string
  issuer: string
  subject: string
  email: string | null
}

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

/** An assertion that came, and what it proves. */
export interface NewTicket {
  hash: string
  loginMethodId: string
  codeHash: string
  sealed: string
  expiresAt: number
}

/** Single sign-on. Each act is one transaction with its entry in the audit log. */
export interface SignOnStore {
  /** The only organisation that there is; undefined where there are several. */
  findSoleOrganization(): Promise<string | undefined>
  /** The user whom a login method knows by that issuer and subject. */
  findIdentity(identity: Pick<Identity, 'loginMethodId' | 'issuer' | 'subject'>): Promise<string | undefined>
  /** Notes that somebody came by it. */
  touchIdentity(identity: Identity): Promise<void>
  /**
   * Makes an account for somebody whom nobody knows, a member of the workspace with that role. An address that has an
   * account is `conflict`: an address is never a proof.
   */
  admit(
    person: { identity: Identity; email: string; name: string; workspaceId: string; roleId: string },
    entry: (userId: string) => NewAuditEntry,
  ): Promise<string>
  /** Lets somebody sign in by that identity, too, and ends their other sign-ins. `conflict` where it is another's. */
  link(
    link: { identity: Identity; userId: string; exceptSignIn: string },
    entry: NewAuditEntry,
  ): Promise<void>
  /** Takes an identity away again, and ends the sign-ins by it; false when there is none. */
  unlink(
    link: { loginMethodId: string; organizationId: string; userId: string },
    entry: NewAuditEntry,
  ): Promise<boolean>
  /** Keeps login methods, all or none. */
  save(methods: SavedLoginMethod[], entries: NewAuditEntry[]): Promise<void>
  /** Takes a login method away with all that hangs on it; who came by it is signed out. False when there is none. */
  remove(method: LoginMethodRow, entry: NewAuditEntry): Promise<boolean>
  /** Keeps an assertion, and forgets those that ended. False when it came before. */
  keepTicket(ticket: NewTicket): Promise<boolean>
  /** Uses an assertion up; undefined when it is unknown, used or too old. */
  takeTicket(codeHash: string): Promise<{ loginMethodId: string; sealed: string } | undefined>
  /** Sealed settings of all login methods, in the order of their ids. */
  listSealed(): Promise<{ id: string; sealed: string }[]>
  /** Puts sealed settings in place of those that were read; false when they are others by now. */
  reseal(id: string, change: { from: string; to: string }): Promise<boolean>
}

/** Makes the store. */
export function createSignOnStore(scope: SystemScope): SignOnStore {
  return { ...createIdentityStore(scope), ...createMethodStore(scope), ...createTicketStore(scope) }
}

type IdentityStore = Pick<
  SignOnStore,
  'findSoleOrganization' | 'findIdentity' | 'touchIdentity' | 'admit' | 'link' | 'unlink'
>
type TicketStore = Pick<SignOnStore, 'keepTicket' | 'takeTicket'>

const noteBy =
  ({ newId, now }: SystemScope) =>
  (db: Kysely<DatabaseSchema>, organizationId: string, entry: NewAuditEntry) =>
    insertAuditEntry(db, { ...entry, organizationId }, { id: newId(), at: now() })

function createIdentityStore(scope: SystemScope): IdentityStore {
  const { reader, write, now, newId } = scope
  const note = noteBy(scope)
  const insert = (db: Kysely<DatabaseSchema>, identity: Identity, userId: string) =>
    db
      .insertInto('identities')
      .values({ ...identity, userId, createdAt: now(), lastUsedAt: null })
      .execute()
  return {
    async findSoleOrganization() {
      const rows = await reader().selectFrom('organizations').select('id').limit(2).execute()
      return rows.length === 1 ? rows[0]?.id : undefined
    },
    findIdentity: ({ loginMethodId, issuer, subject }) =>
      findUserId(reader(), { loginMethodId, issuer, subject }),
    async touchIdentity({ loginMethodId, issuer, subject, email }) {
      await write((db) =>
        db
          .updateTable('identities')
          .set({ lastUsedAt: now(), email })
          .where('loginMethodId', '=', loginMethodId)
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .execute(),
      )
    },
    admit: (person, entry) =>
      write(async (db) => {
        const userId = await insertPerson(db, person, { id: newId(), at: now() })
        await insert(db, person.identity, userId)
        await note(db, person.identity.organizationId, entry(userId))
        return userId
      }),
    link: ({ identity, userId, exceptSignIn }, entry) =>
      write(async (db) => {
        const known = await findUserId(db, identity)
        if (known !== undefined)
          throw new RunnelError('conflict', 'This identity is linked to an account already.')
        await db
          .deleteFrom('identities')
          .where('userId', '=', userId)
          .where('loginMethodId', '=', identity.loginMethodId)
          .execute()
        await insert(db, identity, userId)
        await endSessions(db, { column: 'userId', value: userId, at: now(), except: exceptSignIn })
        await note(db, identity.organizationId, entry)
      }),
    unlink: ({ loginMethodId, organizationId, userId }, entry) =>
      write(async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom('identities')
          .where('userId', '=', userId)
          .where('loginMethodId', '=', loginMethodId)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        await db
          .updateTable('sessions')
          .set({ endedAt: now() })
          .where('userId', '=', userId)
          .where('loginMethodId', '=', loginMethodId)
          .where('endedAt', 'is', null)
          .execute()
        await note(db, organizationId, entry)
        return true
      }),
  }
}

async function findUserId(
  db: Kysely<DatabaseSchema>,
  { loginMethodId, issuer, subject }: Pick<Identity, 'loginMethodId' | 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('userId')
    .where('loginMethodId', '=', loginMethodId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.userId
}

async function insertPerson(
  db: Kysely<DatabaseSchema>,
  {
    identity: { organizationId },
    email,
    name,
    workspaceId,
    roleId,
  }: { identity: Identity; email: string; name: string; workspaceId: string; roleId: string },
  { id, at }: { id: string; at: number },
): Promise<string> {
  const known = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (known) throw new RunnelError('conflict', 'This address has an account already.')
  const user = { id, email, name, passwordHash: null, status: 'active' as const, lastLoginAt: null }
  await db
    .insertInto('users')
    .values({ ...user, createdAt: at, updatedAt: at })
    .execute()
  await db
    .insertInto('organizationMembers')
    .values({ organizationId, userId: id, isAdmin: false, status: 'active', createdAt: at })
    .execute()
  await db
    .insertInto('workspaceMembers')
    .values({ organizationId, workspaceId, userId: id, roleId, createdAt: at })
    .execute()
  return id
}

function createMethodStore(scope: SystemScope): Omit<SignOnStore, keyof IdentityStore | keyof TicketStore> {
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

function createTicketStore({ write, now }: SystemScope): TicketStore {
  return {
    keepTicket: (ticket) =>
      write(async (db) => {
        await db.deleteFrom('signOnTickets').where('expiresAt', '<=', now()).execute()
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('signOnTickets')
          .values({ ...ticket, usedAt: null })
          .onConflict((conflict) => conflict.column('hash').doNothing())
          .executeTakeFirstOrThrow()
        return numInsertedOrUpdatedRows === 1n
      }),
    takeTicket: (codeHash) =>
      write((db) =>
        db
          .updateTable('signOnTickets')
          .set({ usedAt: now() })
          .where('codeHash', '=', codeHash)
          .where('usedAt', 'is', null)
          .where('expiresAt', '>', now())
          .returning(['loginMethodId', 'sealed'])
          .executeTakeFirst(),
      ),
  }
}
