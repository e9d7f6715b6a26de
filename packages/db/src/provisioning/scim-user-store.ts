import { isRunnelError, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { Kysely, Selectable } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import type { DatabaseSchema } from '../schema.ts'
import { findAccount } from '../system/account-store.ts'
import { findPerson, isAddressTaken, type KnownAddress } from '../system/people/find-person.ts'
import { joinOrganization } from '../system/people/join-organization.ts'
import { lockOrganization } from '../system/people/lock-organization.ts'
import { makeAccount } from '../system/people/make-account.ts'
import { isMemberElsewhere } from '../system/people/member-elsewhere.ts'
import { changeMember, removeMember } from '../system/people/member-writer.ts'
import type { SystemScope } from '../system/system-scope.ts'
import type { ScimUserTable } from './provisioning-tables.ts'
import { parseScimUser, type ScimUserRecord, type ScimUserRow, toColumns } from './scim-rows.ts'

/** One resource of an organisation; with `ifVersion` only while it is at that version, else `precondition_failed`. */
export interface ScimKey {
  organizationId: string
  id: string
  ifVersion?: readonly number[] | undefined
}

/** How the account of a new person came about: made for it, or a member's that was there. */
export type ScimOrigin = 'made' | 'taken-over'

/** What the provider's word means for the account, where the account is the organisation's alone. */
export interface ScimAccount {
  email: string
  name: string
  /** Whether the organisation may have accounts of this address made. */
  isOwnDomain: boolean
}

/**
 * Writes the people of a provider. Each act is one transaction with its entries in the audit log; acts of one
 * organisation come one after the other.
 */
export interface ScimUserStore {
  /**
   * Makes a person. A member of the organisation with that address is taken over as they are, one who has not accepted
   * their invitation only where the domain is proved; an address that has an
   * account elsewhere, and a name that is taken, are `conflict`: an address is no proof, so nobody gets an account by it.
   */
  createUser(
    person: { organizationId: string; record: ScimUserRecord; account: ScimAccount },
    entries: (row: ScimUserRow, origin: ScimOrigin) => NewAuditEntry[],
  ): Promise<ScimUserRow>
  /**
   * Changes a person to what `change` makes of them; what changes nothing writes nothing. Who is not active is barred from
   * the organisation at once, and let in again as they were. Name and address of the account follow where it was made for
   * the provider, has no password and belongs to no other organisation. `not_found`; `conflict` for the last administrator.
   */
  changeUser(
    key: ScimKey,
    change: (row: ScimUserRow) => { record: ScimUserRecord; account: ScimAccount },
    entries: (before: ScimUserRow, after: ScimUserRow) => NewAuditEntry[],
  ): Promise<ScimUserRow>
  /** Removes somebody from the organisation, as by hand. `not_found`; `conflict` for the last administrator. */
  removeUser(key: ScimKey, entry: (row: ScimUserRow) => NewAuditEntry): Promise<void>
}

type Stored = Selectable<ScimUserTable>

export const taken = (message: string, cause?: unknown) =>
  new RunnelError('conflict', message, { cause, body: { scimType: 'uniqueness' } })

const addressTaken = (cause?: unknown) => taken('This e-mail address has an account already.', cause)

const notOwn = (email: string) =>
  refusalOf(
    'invalid_input',
    tellWhy('domain_not_proved', { domain: email.slice(email.lastIndexOf('@') + 1) }),
    {
      body: { scimType: 'invalidValue' },
    },
  )

/** @throws RunnelError `precondition_failed` */
export function assertVersion({ ifVersion }: ScimKey, version: number): void {
  if (ifVersion === undefined || ifVersion.includes(version)) return
  throw new RunnelError('precondition_failed', 'The resource was changed meanwhile. Read it again.')
}

/** Makes the store. */
export function createScimUserStore(scope: SystemScope): ScimUserStore {
  const noteAll = async (db: Kysely<DatabaseSchema>, organizationId: string, entries: NewAuditEntry[]) => {
    await appendEntries(scope, db, { organizationId, entries })
  }
  return {
    createUser: ({ organizationId, record, account }, entries) =>
      scope.write(async (db) => {
        await lockOrganization(db, scope, organizationId)
        const [row, origin] = await insertUser({ ...scope, db }, { organizationId, record, account })
        await noteAll(db, organizationId, entries(row, origin))
        return row
      }),
    changeUser: (key, change, entries) =>
      scope.write(async (db) => {
        await lockOrganization(db, scope, key.organizationId)
        const stored = await getStored(db, key)
        const before = parseScimUser(stored)
        const { record, account } = change(before)
        if (JSON.stringify(toColumns(record)) === JSON.stringify(toColumns(before))) return before
        const work = { ...scope, db }
        await setActive(work, stored, record.isActive)
        await followAccount(work, stored, account)
        const after = await updateUser(work, stored, record)
        await noteAll(db, key.organizationId, entries(before, after))
        return after
      }),
    removeUser: (key, entry) =>
      scope.write(async (db) => {
        await lockOrganization(db, scope, key.organizationId)
        const stored = await getStored(db, key)
        await appendEntries(scope, db, {
          organizationId: key.organizationId,
          entries: [entry(parseScimUser(stored))],
        })
        await removeMember({ ...scope, db }, stored)
      }),
  }
}

type Work = SystemScope & { db: Kysely<DatabaseSchema> }

async function getStored(db: Kysely<DatabaseSchema>, key: ScimKey): Promise<Stored> {
  const stored = await db
    .selectFrom('scimUsers')
    .selectAll()
    .where('organizationId', '=', key.organizationId)
    .where('id', '=', key.id)
    .executeTakeFirst()
  if (!stored) throw new RunnelError('not_found', `User ${key.id} not found`)
  assertVersion(key, stored.version)
  return stored
}

async function insertUser(
  work: Work,
  {
    organizationId,
    record,
    account,
  }: { organizationId: string; record: ScimUserRecord; account: ScimAccount },
): Promise<[ScimUserRow, ScimOrigin]> {
  const { db, newId, now } = work
  const at = now()
  const [userId, origin] = await findOrMakeAccount(work, organizationId, account)
  const id = newId()
  const stamp = { version: 1, createdAt: at, updatedAt: at }
  const isMade = origin === 'made'
  const row = { id, organizationId, userId, isMade, isBarred: false, ...stamp, ...toColumns(record) }
  await assertUnknown(db, row)
  await db.insertInto('scimUsers').values(row).execute()
  if (!record.isActive) await setActive(work, { ...row, isActive: true }, false)
  return [parseScimUser(row), origin]
}

/** Told apart, so that the words fit: a name that is taken, and a member who has another record. */
async function assertUnknown(
  db: Kysely<DatabaseSchema>,
  { organizationId, userId, userNameKey }: Pick<Stored, 'organizationId' | 'userId' | 'userNameKey'>,
): Promise<void> {
  const known = await db
    .selectFrom('scimUsers')
    .select('userNameKey')
    .where('organizationId', '=', organizationId)
    .where((expressions) =>
      expressions.or([expressions('userNameKey', '=', userNameKey), expressions('userId', '=', userId)]),
    )
    .executeTakeFirst()
  if (!known) return
  throw taken(
    known.userNameKey === userNameKey
      ? 'There is a person with this userName already.'
      : 'The member with this e-mail address is known by another userName already.',
  )
}

async function findOrMakeAccount(
  { db, newId, now }: Work,
  organizationId: string,
  { email, name, isOwnDomain }: ScimAccount,
): Promise<[userId: string, ScimOrigin]> {
  const known = await findPerson(db, { organizationId, email })
  // Who was only invited has proved nothing of the address yet.
  if (known && (known.status !== 'invited' || isOwnDomain)) return [known.id, 'taken-over']
  // Before it is told that there is one elsewhere.
  if (!isOwnDomain) throw notOwn(email)
  if (await findAccount(db, email))
    throw taken(
      'This e-mail address has an account that is not of this organization. Invite its owner; once they have accepted, send this again.',
    )
  const [id, at] = [newId(), now()]
  await makeAccount(db, { id, email, name, passwordHash: null, status: 'active' }, at)
  await joinOrganization(db, { organizationId, userId: id, createdAt: at })
  return [id, 'made']
}

/** Bars a member, or lets them in again: who was barred by hand stays so. */
async function setActive(work: Work, stored: Stored, isActive: boolean): Promise<void> {
  if (stored.isActive === isActive) return
  const { db } = work
  const { organizationId, userId } = stored
  const member = { organizationId, userId }
  if (isActive) {
    if (stored.isBarred) await changeMember(work, member, { status: 'active' })
  } else {
    const { status } = await db
      .selectFrom('organizationMembers')
      .select('status')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    if (status === 'active') await changeMember(work, member, { status: 'disable' })
    await setBarred(db, stored.id, status === 'active')
    return
  }
  await setBarred(db, stored.id, false)
}

async function setBarred(db: Kysely<DatabaseSchema>, id: string, isBarred: boolean): Promise<void> {
  await db.updateTable('scimUsers').set({ isBarred }).where('id', '=', id).execute()
}

async function assertFree(
  db: Kysely<DatabaseSchema>,
  address: KnownAddress,
  isOwnDomain: boolean,
): Promise<void> {
  if (!isOwnDomain) throw notOwn(address.email)
  if (await isAddressTaken(db, address)) throw addressTaken()
}

/** Name and address go along only where nobody but the organisation ever had a say in the account. */
async function followAccount(
  { db, now }: Work,
  { userId, organizationId, isMade }: Stored,
  { email, name, isOwnDomain }: ScimAccount,
): Promise<void> {
  if (!isMade) return
  const user = await db
    .selectFrom('users')
    .select(['email', 'name', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.passwordHash !== null || (user.email === email && user.name === name)) return
  if (await isKnownElsewhere(db, { userId, organizationId })) return
  if (user.email !== email) await assertFree(db, { organizationId, email }, isOwnDomain)
  try {
    await db.updateTable('users').set({ email, name, updatedAt: now() }).where('id', '=', userId).execute()
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'conflict') throw error
    throw addressTaken(error)
  }
}

/** Whether an account is another organisation's as well, or has a key of its person. */
export async function isKnownElsewhere(
  db: Kysely<DatabaseSchema>,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<boolean> {
  if (await isMemberElsewhere(db, { userId, organizationId })) return true
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return passkey !== undefined
}

async function updateUser({ db, now }: Work, stored: Stored, record: ScimUserRecord): Promise<ScimUserRow> {
  const columns = toColumns(record)
  const next = { ...columns, version: stored.version + 1, updatedAt: now() }
  try {
    await db.updateTable('scimUsers').set(next).where('id', '=', stored.id).execute()
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'conflict') throw error
    throw taken('There is a person with this userName already.', error)
  }
  return parseScimUser({ ...stored, ...next })
}
