import { refusalOf, tellWhy } from '@runnel/contract'
import type { Kysely } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import type { DatabaseSchema } from '../schema.ts'
import { endSessions } from '../system/end-sessions.ts'
import { isAddressTaken } from '../system/people/find-person.ts'
import { givePlaces } from '../system/people/give-place.ts'
import { joinOrganization } from '../system/people/join-organization.ts'
import { makeAccount } from '../system/people/make-account.ts'
import { holdSignIn } from '../system/second-factors.ts'
import type { SystemScope } from '../system/system-scope.ts'
import { findClaimable } from './find-claimable.ts'

/** Who somebody is to a provider. */
export interface Identity {
  loginMethodId: string
  organizationId: string
  issuer: string
  subject: string
  email: string | null
}

/** Whom the login methods know. Each act is one transaction with its entry in the audit log. */
export interface IdentityStore {
  /** The only organisation that there is; undefined where there are several. */
  findSoleOrganization(): Promise<string | undefined>
  /** The user whom a login method knows by that issuer and subject. */
  findIdentity(identity: Pick<Identity, 'loginMethodId' | 'issuer' | 'subject'>): Promise<string | undefined>
  /** Notes that somebody came by it. */
  touchIdentity(identity: Identity): Promise<void>
  /**
   * Makes an account for somebody whom nobody knows, a member of the workspace with that role. An address that has an
   * account, or an invitation of the organisation, is `conflict`: an address is never a proof. A workspace that is deleted is
   * `not_found`.
   */
  admit(
    person: { identity: Identity; email: string; name: string; workspaceId: string; roleId: string },
    entry: (userId: string) => NewAuditEntry,
  ): Promise<string>
  /**
   * Lets somebody come for the first time to the account that the provisioning of the same organisation made for this
   * address, which the provider verified; undefined where there is none that may be had so (`findClaimable`).
   */
  claim(
    claim: { identity: Identity; email: string },
    entry: (userId: string) => NewAuditEntry,
  ): Promise<string | undefined>
  /** Lets somebody sign in by that identity, too, and ends their other sign-ins. `conflict` where it is another's. */
  link(
    link: { identity: Identity; userId: string; exceptSignIn: string },
    entry: NewAuditEntry,
  ): Promise<void>
  /**
   * Takes an identity away again, and ends the sign-ins by it; false when there is none.
   * @throws RunnelError `unauthenticated` where `signInId` has ended
   */
  unlink(
    link: { loginMethodId: string; organizationId: string; userId: string; signInId: string },
    entry: NewAuditEntry,
  ): Promise<boolean>
}

/** Makes the store. */
export function createIdentityStore(scope: SystemScope): IdentityStore {
  const { reader, write, now } = scope
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
        const userId = await insertPerson({ ...scope, db }, person)
        await insert(db, person.identity, userId)
        await appendEntries(scope, db, {
          organizationId: person.identity.organizationId,
          entries: [entry(userId)],
        })
        return userId
      }),
    claim: ({ identity, email }, entry) =>
      write(async (db) => {
        const userId = await findClaimable(db, { ...identity, email })
        if (userId === undefined) return undefined
        await insert(db, identity, userId)
        await appendEntries(scope, db, { organizationId: identity.organizationId, entries: [entry(userId)] })
        return userId
      }),
    link: (wanted, entry) =>
      write(async (db) => {
        const { identity, userId, exceptSignIn } = wanted
        await holdUnlinked(db, wanted)
        await insert(db, identity, userId)
        await endSessions(db, { column: 'userId', value: userId, at: now(), except: exceptSignIn })
        await appendEntries(scope, db, { organizationId: identity.organizationId, entries: [entry] })
      }),
    unlink: ({ loginMethodId, organizationId, userId, signInId }, entry) =>
      write(async (db) => {
        await holdSignIn(db, { userId, signInId })
        const { numDeletedRows } = await db
          .deleteFrom('identities')
          .where('userId', '=', userId)
          .where('loginMethodId', '=', loginMethodId)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        await endSessions(db, { column: 'userId', value: userId, at: now(), by: loginMethodId })
        await appendEntries(scope, db, { organizationId, entries: [entry] })
        return true
      }),
  }
}

/** Holds somebody who is to be linked, and takes what the login method knew them by before. */
async function holdUnlinked(
  db: Kysely<DatabaseSchema>,
  { identity, userId, exceptSignIn }: { identity: Identity; userId: string; exceptSignIn: string },
): Promise<void> {
  // The provider has had its time, in which the sign-in that asked may have ended.
  await holdSignIn(db, { userId, signInId: exceptSignIn })
  if ((await findUserId(db, identity)) !== undefined) throw refusalOf('conflict', tellWhy('linked_already'))
  await db
    .deleteFrom('identities')
    .where('userId', '=', userId)
    .where('loginMethodId', '=', identity.loginMethodId)
    .execute()
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
  { db, capabilities, now, newId }: SystemScope & { db: Kysely<DatabaseSchema> },
  {
    identity: { organizationId },
    email,
    name,
    workspaceId,
    roleId,
  }: { identity: Identity; email: string; name: string; workspaceId: string; roleId: string },
): Promise<string> {
  if (await isAddressTaken(db, { organizationId, email }))
    throw refusalOf('conflict', tellWhy('address_has_account'))
  const [userId, createdAt] = [newId(), now()]
  await makeAccount(db, { id: userId, email, name, passwordHash: null, status: 'active' }, createdAt)
  await joinOrganization(db, { organizationId, userId, createdAt })
  await givePlaces(db, { capabilities }, [{ organizationId, workspaceId, userId, roleId, createdAt }])
  return userId
}
