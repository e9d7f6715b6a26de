import { refusalOf, tellWhy } from '@runnel/contract'
import type { Kysely, UpdateQueryBuilder, UpdateResult } from 'kysely'
import { appendEntries } from '../../audit/append-entries.ts'
import type { NewAuditEntry } from '../../audit/audit-writer.ts'
import { type AskAgain, askAgain } from '../../organizations/rights-inside.ts'
import type { DatabaseSchema } from '../../schema.ts'
import { lockOrganization } from '../people/lock-organization.ts'
import { takeWaysIn } from '../people/take-ways-in.ts'
import type { SystemScope } from '../system-scope.ts'
import { consumeToken, type TokenUse } from '../token-store.ts'
import { handOver } from './hand-over.ts'

/**
 * Who comes by the link. `new`: nobody has the address, and gets an account. `known`: the owner of its account, who proved
 * to be it by the password of this hash. `signed-in`: the owner of its account, by a session; `signOnOrganizationId` where
 * they have no password and the provider of that organisation let them in. `unconfirmed`: the link from the mailbox confirms the address of an account that
 * somebody began; who holds it says how the account is called and opened.
 */
export type Arrival =
  | { kind: 'new'; name: string; passwordHash: string }
  | { kind: 'known'; userId: string; passwordHash: string }
  | { kind: 'signed-in'; userId: string; signOnOrganizationId: string | null }
  | { kind: 'unconfirmed'; userId: string; name: string; passwordHash: string }

/** An invitation that is accepted: which placeholder's, of which organisation, and who came. */
export interface Acceptance {
  use: TokenUse
  invited: { id: string; organizationId: string; email: string }
  arrival: Arrival
  /** What its giver could give, asked once more. */
  askAgain?: AskAgain
  /** For the log of the organisation, told whose account it is then. */
  entry: (userId: string) => NewAuditEntry
  /** For the logs of the organisations of an account whose address is confirmed by it. */
  confirmed: (userId: string) => NewAuditEntry
}

type Work = SystemScope & { db: Kysely<DatabaseSchema> }

/** As `InvitationStore.accept`, inside a transaction. */
export async function acceptInvitation(
  work: Work,
  { use, invited, arrival, askAgain: ask, entry, confirmed }: Acceptance,
): Promise<string | undefined> {
  const { db, now } = work
  const { organizationId } = invited
  await lockOrganization(db, work, organizationId)
  await askAgain(db, { ...work, organizationId }, ask)
  const used = await consumeToken(db, use)
  if (used?.userId !== invited.id) return undefined
  if (arrival.kind === 'new') await becomeAccount(work, invited, arrival)
  else {
    await assertUnchanged(work, invited, arrival)
    if (arrival.kind === 'unconfirmed') {
      await takeWaysIn(db, arrival.userId, now())
      for (const owner of await organizationsOf(db, arrival.userId))
        await appendEntries(work, db, { organizationId: owner, entries: [confirmed(arrival.userId)] })
    }
    const signOnOrganizationId = arrival.kind === 'signed-in' ? arrival.signOnOrganizationId : null
    await handOver(db, { organizationId, from: invited.id, to: arrival.userId, signOnOrganizationId })
  }
  const userId = arrival.kind === 'new' ? invited.id : arrival.userId
  await appendEntries(work, db, { organizationId, entries: [entry(userId)] })
  return userId
}

/** An address that got an account meanwhile is `conflict` by its index. */
async function becomeAccount(
  { db, now }: Work,
  { id, organizationId }: Acceptance['invited'],
  { name, passwordHash }: Extract<Arrival, { kind: 'new' }>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ organizationId: null, name, passwordHash, status: 'active', updatedAt: now() })
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw changedMeanwhile()
}

/** Holds the account as it was proved until the transaction ends. */
async function assertUnchanged(
  { db, now }: Work,
  { email }: Acceptance['invited'],
  arrival: Exclude<Arrival, { kind: 'new' }>,
): Promise<void> {
  const { userId } = arrival
  const account = db
    .updateTable('users')
    .set({ updatedAt: now() })
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('organizationId', 'is', null)
  const { numUpdatedRows } = await provedAs(account, arrival).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw changedMeanwhile()
}

function provedAs(account: UpdateOf<'users'>, arrival: Exclude<Arrival, { kind: 'new' }>): UpdateOf<'users'> {
  if (arrival.kind === 'unconfirmed') {
    const { name, passwordHash } = arrival
    return account.set({ name, passwordHash, status: 'active' }).where('status', '=', 'unverified')
  }
  const active = account.where('status', '=', 'active')
  if (arrival.kind === 'known') return active.where('passwordHash', '=', arrival.passwordHash)
  // A provider opens another organisation to who has no other way alone.
  return arrival.signOnOrganizationId === null ? active : active.where('passwordHash', 'is', null)
}

type UpdateOf<Table extends keyof DatabaseSchema> = UpdateQueryBuilder<
  DatabaseSchema,
  Table,
  Table,
  UpdateResult
>

const changedMeanwhile = () => refusalOf('conflict', tellWhy('account_changed_meanwhile'))

async function organizationsOf(db: Kysely<DatabaseSchema>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organizationMembers')
    .select('organizationId')
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ organizationId }) => organizationId)
}
