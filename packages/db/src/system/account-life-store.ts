import { RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { insertAuditEntry, noteForUser } from '../audit/system-audit.ts'
import type { DatabaseSchema } from '../schema.ts'
import type { UserTable } from './account-tables.ts'
import { lockOrganization } from './people/lock-organization.ts'
import { assertOtherAdministrator } from './people/other-administrator.ts'
import { endSessions } from './session-store.ts'
import type { SystemScope } from './system-scope.ts'
import { consumeToken, insertToken, type NewOneTimeToken, type TokenUse } from './token-store.ts'

/** Where somebody is invited to, and as what. All three belong together. */
export interface InvitedTo {
  organizationId: string
  workspaceId: string
  roleId: string
}

/** A change of one account; what is absent stays. */
export interface AccountChange {
  name?: string | undefined
  /** In lower case. Another account with it is `conflict`. */
  email?: string | undefined
  passwordHash?: string | null | undefined
  status?: UserTable['status'] | undefined
}

/** What happens to an account beside signing in. Each act is one transaction with its entry in the audit log. */
export interface AccountLifeStore {
  /**
   * Invites the person of an address in lower case. Who has no account gets one that waits for its person, a member
   * already; of one that waits the link is replaced. Somebody of the organisation is a member of the workspace at once:
   * `isMember`; who was one before is `conflict`. An account of another organisation is asked by the link.
   */
  invite(invitation: {
    email: string
    to: InvitedTo
    link: Omit<NewOneTimeToken, 'userId'>
    entry: (userId: string) => NewAuditEntry
  }): Promise<{ userId: string; isMember: boolean }>
  /**
   * Uses the token up and changes its user's account, which ends all its sessions; undefined when the token does not
   * count. That of an invitation makes a member.
   */
  changeByToken(
    use: TokenUse,
    change: (userId: string, data: unknown) => { change: AccountChange; entry: NewAuditEntry },
  ): Promise<{ userId: string } | undefined>
  /**
   * Changes an account and ends its sessions, all but that of the sign-in `except`; throws `not_found`. `ifHash`: only
   * while the password is still that one, else `conflict`.
   */
  change(
    userId: string,
    change: AccountChange,
    options: { entry: NewAuditEntry; except?: string | undefined; ifHash?: string | undefined },
  ): Promise<void>
  /** Gives an account another name; nothing of it ends. */
  rename(userId: string, name: string, entry: NewAuditEntry): Promise<void>
  /** Keeps a link for something that is still to be confirmed. */
  keepLink(link: NewOneTimeToken, entry: NewAuditEntry | undefined): Promise<void>
  /** Forgets who somebody was: what they made stays. The last administrator of an organisation is `conflict`. */
  erase(userId: string, entry: NewAuditEntry): Promise<void>
}

/** Makes the store. */
export function createAccountLifeStore(scope: SystemScope): AccountLifeStore {
  const { write, now, newId } = scope
  const note = (db: Kysely<DatabaseSchema>, userId: string, entry: NewAuditEntry) =>
    noteForUser(scope, db, { userId, entry })
  return {
    invite: ({ email, to, link, entry }) =>
      write(async (db) => {
        const user = await db
          .selectFrom('users')
          .select(['id', 'status'])
          .where('email', '=', email)
          .executeTakeFirst()
        const userId = user?.id ?? (await insertInvited(db, email, { id: newId(), at: now() }))
        const status = user?.status ?? 'invited'
        const isMember = await admit(db, { userId, status, to, link, at: now() })
        const stamp = { id: newId(), at: now() }
        await insertAuditEntry(db, { ...entry(userId), organizationId: to.organizationId }, stamp)
        return { userId, isMember }
      }),
    changeByToken: (use, describe) =>
      write(async (db) => {
        const used = await consumeToken(db, use)
        if (!used) return undefined
        const { change, entry } = describe(used.userId, used.data)
        const to = invitedTo(use, used.data)
        if (to) await addMember(db, used.userId, { to, at: now() })
        if (Object.keys(change).length > 0) await changeAccount(db, used.userId, { change, at: now() })
        await note(db, used.userId, entry)
        return { userId: used.userId }
      }),
    change: (userId, change, { entry, except, ifHash }) =>
      write(async (db) => {
        await changeAccount(db, userId, { change, at: now(), except, ifHash })
        await note(db, userId, entry)
      }),
    rename: (userId, name, entry) =>
      write(async (db) => {
        await db.updateTable('users').set({ name, updatedAt: now() }).where('id', '=', userId).execute()
        await note(db, userId, entry)
      }),
    keepLink: (link, entry) =>
      write(async (db) => {
        await insertToken(db, link, now())
        if (entry) await note(db, link.userId, entry)
      }),
    erase: (userId, entry) =>
      write(async (db) => {
        for (const organizationId of await organizationsAdministrated(db, userId)) {
          await lockOrganization(db, scope, organizationId)
          await assertOtherAdministrator(db, { organizationId, userId }, 'own_last_administrator')
        }
        await note(db, userId, entry)
        await eraseAccount(db, userId, now())
      }),
  }
}

async function organizationsOf(db: Kysely<DatabaseSchema>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organizationMembers')
    .select('organizationId')
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ organizationId }) => organizationId)
}

/** In the order in which they are locked. */
async function organizationsAdministrated(db: Kysely<DatabaseSchema>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organizationMembers')
    .select('organizationId')
    .where('userId', '=', userId)
    .where('isAdmin', '=', true)
    .execute()
  return rows.map(({ organizationId }) => organizationId).toSorted()
}

/** What the link of an invitation carries for somebody of another organisation; only `invite` writes it. */
function invitedTo({ purpose }: TokenUse, data: unknown): InvitedTo | undefined {
  return purpose === 'invitation' && data !== undefined ? (data as { to?: InvitedTo }).to : undefined
}

/** Makes somebody a member, or gives them the link by which they become one; true for the first alone. */
async function admit(
  db: Kysely<DatabaseSchema>,
  person: {
    userId: string
    status: UserTable['status']
    to: InvitedTo
    link: Omit<NewOneTimeToken, 'userId'>
    at: number
  },
): Promise<boolean> {
  const { userId, status, to, link, at } = person
  if (status === 'invited') {
    await addMember(db, userId, { to, at })
    await insertToken(db, { ...link, userId }, at)
    return false
  }
  const isOurs = (await organizationsOf(db, userId)).includes(to.organizationId)
  if (status === 'active' && isOurs) {
    await assertNoMember(db, userId, to)
    await addMember(db, userId, { to, at })
    return true
  }
  await insertToken(db, { ...link, userId, data: { to } }, at)
  return false
}

async function assertNoMember(
  db: Kysely<DatabaseSchema>,
  userId: string,
  { workspaceId }: InvitedTo,
): Promise<void> {
  const member = await db
    .selectFrom('workspaceMembers')
    .select('userId')
    .where('userId', '=', userId)
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst()
  if (member) throw refusalOf('conflict', tellWhy('in_workspace_already'))
}

async function insertInvited(
  db: Kysely<DatabaseSchema>,
  email: string,
  { id, at }: { id: string; at: number },
): Promise<string> {
  const name = email.slice(0, email.indexOf('@'))
  const row = { id, email, name, passwordHash: null, status: 'invited' as const, lastLoginAt: null }
  await db
    .insertInto('users')
    .values({ ...row, createdAt: at, updatedAt: at })
    .execute()
  return id
}

async function addMember(
  db: Kysely<DatabaseSchema>,
  userId: string,
  { to: { organizationId, workspaceId, roleId }, at }: { to: InvitedTo; at: number },
): Promise<void> {
  await db
    .insertInto('organizationMembers')
    .values({ organizationId, userId, isAdmin: false, status: 'active', createdAt: at })
    .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doNothing())
    .execute()
  await db
    .insertInto('workspaceMembers')
    .values({ organizationId, workspaceId, userId, roleId, createdAt: at })
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'userId']).doUpdateSet({ roleId, isByGroup: false }),
    )
    .execute()
}

async function changeAccount(
  db: Kysely<DatabaseSchema>,
  userId: string,
  {
    change: { name, email, passwordHash, status },
    at,
    except,
    ifHash,
  }: { change: AccountChange; at: number; except?: string | undefined; ifHash?: string | undefined },
): Promise<void> {
  let update = db
    .updateTable('users')
    .set({
      updatedAt: at,
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
      ...(passwordHash === undefined ? {} : { passwordHash }),
      ...(status === undefined ? {} : { status }),
    })
    .where('id', '=', userId)
  if (ifHash !== undefined) update = update.where('passwordHash', '=', ifHash)
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n)
    throw ifHash === undefined
      ? new RunnelError('not_found', `User ${userId} not found`)
      : new RunnelError('conflict', 'The password was changed meanwhile. Sign in again.')
  await endSessions(db, { column: 'userId', value: userId, at, except })
}

async function eraseAccount(db: Kysely<DatabaseSchema>, userId: string, at: number): Promise<void> {
  const gone = { email: `deleted-${userId}@invalid`, name: 'Deleted user', passwordHash: null }
  await db
    .updateTable('users')
    .set({ ...gone, status: 'deleted', updatedAt: at })
    .where('id', '=', userId)
    .execute()
  for (const table of [
    'oneTimeTokens',
    'recoveryCodes',
    'secondFactors',
    'passkeys',
    'workspaceMembers',
  ] as const)
    await db.deleteFrom(table).where('userId', '=', userId).execute()
  await db.deleteFrom('apiKeys').where('createdBy', '=', userId).execute()
  await db.deleteFrom('organizationMembers').where('userId', '=', userId).execute()
  await endSessions(db, { column: 'userId', value: userId, at })
}
