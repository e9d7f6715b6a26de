import { isRunnelError } from '@runnel/contract'
import type { Kysely } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { keepMails, type NewMail } from '../mails/keep-mails.ts'
import type { DatabaseSchema } from '../schema.ts'
import { type FirstAdministrator, findAccount, idsOf, insertOrganization } from './account-store.ts'
import { makeAccount } from './people/make-account.ts'
import { takeWaysIn } from './people/take-ways-in.ts'
import type { SystemScope } from './system-scope.ts'
import { addToken, consumeToken, type NewOneTimeToken, type TokenUse } from './token-store.ts'

/** A registration that waits for its mailbox: what it brings, and when it was made. */
export interface WaitingRegistration {
  data: unknown
  createdAt: number
}

/** By what an account that nobody confirmed yet becomes one that opens. */
export interface Confirmation {
  name: string
  passwordHash: string
  /** What its owner gets who belongs to no organisation yet. */
  founding: Omit<FirstAdministrator, 'user'>
  entry: NewAuditEntry
}

/**
 * Registrations whose mailbox nobody has proved. They stand beside each other at one account without password, name, place
 * and organisation, which is there to keep the address for one person; each is the data of its own link.
 */
export interface RegistrationStore {
  /**
   * Keeps a registration beside others of its address, and the mails that bring its link; gives its account, undefined when
   * the address has one that opens.
   */
  keep(
    account: { id: string; email: string },
    link: Omit<NewOneTimeToken, 'userId' | 'purpose'>,
    mails?: (userId: string) => readonly NewMail[],
  ): Promise<string | undefined>
  /** The newest one of an account that waits at a time, in milliseconds since 1970. */
  newest(userId: string, at: number): Promise<WaitingRegistration | undefined>
  /**
   * Uses a link up, and makes its account one that opens by this password alone: whatever was there before is gone. False
   * when the link does not count, or the account is confirmed already.
   */
  confirm(use: TokenUse, confirmation: Confirmation): Promise<boolean>
}

const PURPOSE = 'email-verification'

/** Makes the store. */
export function createRegistrationStore(scope: SystemScope): RegistrationStore {
  const { reader, write, now } = scope
  return {
    async keep(account, link, mails) {
      const work = () => write((db) => keepRegistration(db, { account, link, mails, at: now() }))
      try {
        return await work()
      } catch (error) {
        // Somebody registered this address at the same moment: it is there now.
        if (isRunnelError(error) && error.code === 'conflict') return work()
        throw error
      }
    },
    async newest(userId, at) {
      const row = await reader()
        .selectFrom('oneTimeTokens')
        .select(['data', 'createdAt'])
        .where('userId', '=', userId)
        .where('purpose', '=', PURPOSE)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', at)
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && { ...row, data: row.data === null ? undefined : (JSON.parse(row.data) as unknown) }
    },
    confirm: (use, confirmation) => write((db) => confirm(scope, db, { use, confirmation })),
  }
}

async function keepRegistration(
  db: Kysely<DatabaseSchema>,
  {
    account: { id, email },
    link,
    mails,
    at,
  }: {
    account: { id: string; email: string }
    link: Omit<NewOneTimeToken, 'userId' | 'purpose'>
    mails: ((userId: string) => readonly NewMail[]) | undefined
    at: number
  },
): Promise<string | undefined> {
  const known = await findAccount(db, email)
  if (known !== undefined && known.status !== 'unverified') return undefined
  const userId = known?.id ?? id
  if (known === undefined)
    await makeAccount(db, { id, email, name: '', passwordHash: null, status: 'unverified' }, at)
  await db.deleteFrom('oneTimeTokens').where('userId', '=', userId).where('expiresAt', '<=', at).execute()
  await addToken(db, { ...link, userId, purpose: PURPOSE }, at)
  if (mails) await keepMails(db, mails(userId), at)
  return userId
}

async function confirm(
  scope: SystemScope,
  db: Kysely<DatabaseSchema>,
  { use, confirmation }: { use: TokenUse; confirmation: Confirmation },
): Promise<boolean> {
  const at = scope.now()
  const { name, passwordHash, founding, entry } = confirmation
  const used = await consumeToken(db, use)
  if (!used) return false
  const { userId } = used
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ name, passwordHash, status: 'active', updatedAt: at })
    .where('id', '=', userId)
    .where('status', '=', 'unverified')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await takeWaysIn(db, userId, at)
  const place = await db
    .selectFrom('organizationMembers')
    .select('userId')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  const ids = { ...idsOf({ ...founding, user: { email: '', name, passwordHash } }, scope.newId), userId }
  if (place === undefined) await insertOrganization(db, { ...scope, first: founding, ids, at })
  await appendEntries(scope, db, { userId, entries: [entry] })
  return true
}
