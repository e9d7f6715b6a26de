import { RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { Kysely } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { type AskAgain, askAgain } from '../organizations/rights-inside.ts'
import type { DatabaseSchema } from '../schema.ts'
import type { UserTable } from './account-tables.ts'
import { assertGoesOn, endSessions } from './end-sessions.ts'
import { lockOrganization } from './people/lock-organization.ts'
import { assertOtherAdministrator } from './people/other-administrator.ts'
import { takeWaysIn } from './people/take-ways-in.ts'
import { holdSignIn } from './second-factors.ts'
import type { SystemScope } from './system-scope.ts'
import {
  consumeToken,
  endTokens,
  insertToken,
  type NewOneTimeToken,
  type TokenUse,
  withdrawToken,
} from './token-store.ts'

/** A change of one account; what is absent stays. */
export interface AccountChange {
  name?: string | undefined
  /** In lower case. Another account with it is `conflict`. */
  email?: string | undefined
  passwordHash?: string | null | undefined
  status?: UserTable['status'] | undefined
}

/** Who made a link for somebody else, and in which organisation. */
interface LinkMaker {
  madeIn: string
  madeBy: string
}

/** Who asks for a link: who governs its person in an organisation, or a sign-in of that person. */
type LinkAsker = { organizationId: string; askAgain?: AskAgain } | { signInId: string }

/** What happens to an account beside signing in. Each act is one transaction with its entry in the audit log. */
export interface AccountLifeStore {
  /**
   * Uses the token up and changes its user's account, which ends all its sessions and links; undefined when the token
   * does not count, or its `maker` does not govern the account any more: who administers the one organisation to which
   * its user belongs.
   */
  changeByToken(
    use: TokenUse,
    change: (userId: string, data: unknown) => { change: AccountChange; entry: NewAuditEntry },
    options?: { maker?: LinkMaker | undefined },
  ): Promise<{ userId: string } | undefined>
  /**
   * Changes an account and ends its links, and its sessions but that of the sign-in `except`; throws `not_found`.
   * `ifHash`: only while the password is still that one, else `conflict`.
   */
  change(
    userId: string,
    change: AccountChange,
    options: { entry: NewAuditEntry; except?: string | undefined; ifHash?: string | undefined },
  ): Promise<void>
  /** Gives an account another name; nothing of it ends. */
  rename(userId: string, name: string, entry: NewAuditEntry): Promise<void>
  /**
   * Keeps a link for something that is still to be confirmed; one of the same purpose ends. The organisations of its
   * person note it, or the one that is named alone; `askAgain`: what it is allowed by there. `signInId`: the sign-in of the
   * person that asks for it, which throws `unauthenticated` where it has ended.
   */
  keepLink(link: NewOneTimeToken, entry: NewAuditEntry | undefined, by?: LinkAsker): Promise<void>
  /** Takes the link of a purpose back, with the mail that carries it; `entry` gets what it carried. Nothing where none counts. */
  withdrawLink(
    of: { userId: string } & Pick<TokenUse, 'purpose' | 'now'>,
    entry: (data: unknown) => NewAuditEntry,
  ): Promise<void>
  /**
   * Forgets who somebody was: what they made stays. The last administrator of an organisation is `conflict`; a sign-in that
   * has ended asks for nothing, which is `unauthenticated`.
   */
  erase(userId: string, by: { signInId: string; entry: NewAuditEntry }): Promise<void>
}

/** Makes the store. */
export function createAccountLifeStore(scope: SystemScope): AccountLifeStore {
  const { write, now } = scope
  return {
    changeByToken: (use, describe, { maker } = {}) =>
      write(async (db) => {
        const used = await consumeToken(db, use)
        if (!used || (maker !== undefined && !(await isGoverned(db, used.userId, maker)))) return undefined
        const { change, entry } = describe(used.userId, used.data)
        if (Object.keys(change).length > 0) await changeAccount(db, used.userId, { change, at: now() })
        await appendEntries(scope, db, { userId: used.userId, entries: [entry] })
        return { userId: used.userId }
      }),
    change: (userId, change, { entry, except, ifHash }) =>
      write(async (db) => {
        await changeAccount(db, userId, { change, at: now(), except, ifHash })
        await appendEntries(scope, db, { userId, entries: [entry] })
      }),
    rename: (userId, name, entry) =>
      write(async (db) => {
        await db.updateTable('users').set({ name, updatedAt: now() }).where('id', '=', userId).execute()
        await appendEntries(scope, db, { userId, entries: [entry] })
      }),
    keepLink: (link, entry, by) =>
      write(async (db) => {
        const owner = await holdAsker(scope, db, { userId: link.userId, by })
        await insertToken(db, link, now())
        if (entry) await appendEntries(scope, db, { ...owner, entries: [entry] })
      }),
    withdrawLink: (of, entry) =>
      write(async (db) => {
        const link = await withdrawToken(db, of)
        if (link) await appendEntries(scope, db, { userId: of.userId, entries: [entry(link.data)] })
      }),
    erase: (userId, { signInId, entry }) =>
      write(async (db) => {
        for (const organizationId of await organizationsAdministrated(db, userId)) {
          await lockOrganization(db, scope, organizationId)
          await assertOtherAdministrator(db, { organizationId, userId }, 'own_last_administrator')
        }
        await holdSignIn(db, { userId, signInId })
        await appendEntries(scope, db, { userId, entries: [entry] })
        await eraseAccount(db, userId, now())
      }),
  }
}

/** Asks who asks for a link once more; gives in whose log it stands. */
async function holdAsker(
  scope: SystemScope,
  db: Kysely<DatabaseSchema>,
  { userId, by }: { userId: string; by: LinkAsker | undefined },
): Promise<{ organizationId: string } | { userId: string }> {
  if (by === undefined) return { userId }
  if ('signInId' in by) {
    await holdSignIn(db, { userId, signInId: by.signInId })
    return { userId }
  }
  await askAgain(db, { ...scope, ...by }, by.askAgain)
  return { organizationId: by.organizationId }
}

/** Whether somebody belongs to that organisation and no other, barred or not, and the other one administers it. */
async function isGoverned(
  db: Kysely<DatabaseSchema>,
  userId: string,
  { madeIn, madeBy }: LinkMaker,
): Promise<boolean> {
  const rows = await db
    .selectFrom('organizationMembers')
    .select('organizationId')
    .where('userId', '=', userId)
    .execute()
  const administrator = await db
    .selectFrom('organizationMembers')
    .select('userId')
    .where('organizationId', '=', madeIn)
    .where('userId', '=', madeBy)
    .where('isAdmin', '=', true)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return rows.length === 1 && rows[0]?.organizationId === madeIn && administrator !== undefined
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
      : refusalOf('conflict', tellWhy('password_changed_meanwhile'))
  if (except !== undefined) await assertGoesOn(db, except)
  await endSessions(db, { column: 'userId', value: userId, at, except })
  await endTokens(db, userId)
}

async function eraseAccount(db: Kysely<DatabaseSchema>, userId: string, at: number): Promise<void> {
  const gone = { email: `deleted-${userId}@invalid`, name: 'Deleted user', passwordHash: null }
  await db
    .updateTable('users')
    .set({ ...gone, status: 'deleted', updatedAt: at })
    .where('id', '=', userId)
    .execute()
  await takeWaysIn(db, userId, at)
  // The memberships before the places: one that is being given waits for them, or is there by then.
  for (const table of ['organizationMembers', 'workspaceMembers', 'flowDrafts', 'oneTimeTokens'] as const)
    await db.deleteFrom(table).where('userId', '=', userId).execute()
  await db.deleteFrom('outgoingMails').where('userId', '=', userId).execute()
}
