import { RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { Kysely } from 'kysely'
import { appendEntries } from '../../audit/append-entries.ts'
import type { NewAuditEntry } from '../../audit/audit-writer.ts'
import { type AskAgain, askAgain } from '../../organizations/rights-inside.ts'
import type { DatabaseSchema } from '../../schema.ts'
import { untilNoneIsLeft } from '../end-sessions.ts'
import type { SystemScope } from '../system-scope.ts'
import { joinOrganization } from './join-organization.ts'
import { leaveWorkspace } from './leave-workspace.ts'
import { lockOrganization } from './lock-organization.ts'
import { assertOtherAdministrator } from './other-administrator.ts'

/** One member, by their ids. */
export interface MemberKey {
  organizationId: string
  userId: string
}

/**
 * Writes what reaches from an organisation into accounts, sessions and keys, each act with its entries in the audit log of
 * the organisation. An unknown member is `not_found`.
 */
export interface MemberWriter {
  /**
   * Makes somebody an administrator or no more, bars them or lets them in again. Who is barred is signed out. The last
   * administrator stays one: `conflict`.
   */
  change(member: MemberKey, patch: MemberPatch, act: GoverningAct): Promise<void>
  /**
   * Takes somebody out of the organisation: places, keys that they made and sessions there end with it, and the account
   * itself when it belongs to no other. The last administrator stays: `conflict`.
   */
  remove(member: MemberKey, act: GoverningAct): Promise<void>
  /** Takes people out of a workspace, with the keys that they made there. */
  removeFromWorkspace(
    place: { organizationId: string; workspaceId: string; userIds: string[] },
    entries: readonly NewAuditEntry[],
    askAgain?: AskAgain,
  ): Promise<void>
  /** Takes an account into the organisation that belongs to none; `conflict` when it is in it, `not_found` otherwise. */
  adopt(member: MemberKey & { isAdmin: boolean }, entry: NewAuditEntry, askAgain?: AskAgain): Promise<void>
}

/** What a member is in the organisation. */
export interface MemberState {
  isAdmin: boolean
  status: 'active' | 'disable'
}

/** An act on a member, of whom nobody else changes anything meanwhile. */
export interface GoverningAct {
  /**
   * Who acts, as they were when their rights were asked. `forbidden` where they are barred or removed by now, or no
   * administrator any more, and where somebody who is none meets one.
   */
  by?: { userId: string; isAdmin: boolean } | undefined
  /** What else it is allowed by. */
  askAgain?: AskAgain | undefined
  /** The entries of the act, told what the member was before. */
  entries(before: MemberState): readonly NewAuditEntry[]
}

/** What of a member changes; what is absent stays. */
export interface MemberPatch {
  isAdmin?: boolean | undefined
  status?: 'active' | 'disable' | undefined
}

/** Makes the writer of members. */
export function createMemberWriter(scope: SystemScope): MemberWriter {
  /** Runs an act and writes its entries, both or none. */
  const act = (
    { organizationId, ask }: { organizationId: string; ask: AskAgain | undefined },
    entries: readonly NewAuditEntry[],
    work: (work: MemberWork) => Promise<void>,
  ): Promise<void> =>
    scope.write(async (db) => {
      await askAgain(db, { ...scope, organizationId }, ask)
      await work({ ...scope, db })
      await appendEntries(scope, db, { organizationId, entries })
    })
  const govern = (
    member: MemberKey,
    { by, askAgain: ask, entries }: GoverningAct,
    work: (work: MemberWork) => Promise<void>,
  ): Promise<void> =>
    scope.write(async (db) => {
      const before = await lockMember({ ...scope, db }, member)
      if (by) await assertStillGoverns(db, { ...member, by, before })
      await askAgain(db, { ...scope, organizationId: member.organizationId }, ask)
      await work({ ...scope, db })
      const { organizationId } = member
      await appendEntries(scope, db, { organizationId, entries: entries(before) })
    })
  return {
    change: (member, patch, act) => govern(member, act, (work) => changeMember(work, member, patch)),
    remove: (member, act) => govern(member, act, (work) => removeMember(work, member)),
    removeFromWorkspace: ({ organizationId, workspaceId, userIds }, entries, ask) =>
      act({ organizationId, ask }, entries, ({ db }) =>
        leaveWorkspace(db, { organizationId, workspaceId, userIds }),
      ),
    adopt: (member, entry, ask) => act({ ...member, ask }, [entry], (work) => adoptUser(work, member)),
  }
}

/** One transaction of the system. */
export type MemberWork = Pick<SystemScope, 'capabilities' | 'now'> & { db: Kysely<DatabaseSchema> }

/** A member as they are, whom nobody else lowers meanwhile. */
async function lockMember({ db, capabilities }: MemberWork, member: MemberKey): Promise<MemberState> {
  await lockOrganization(db, { capabilities }, member.organizationId)
  const state = await findState(db, member)
  if (!state) throw new RunnelError('not_found', `User ${member.userId} not found`)
  return state
}

function findState(
  db: Kysely<DatabaseSchema>,
  { organizationId, userId }: MemberKey,
): Promise<MemberState | undefined> {
  return db
    .selectFrom('organizationMembers')
    .select(['isAdmin', 'status'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** Once more where nobody changes members meanwhile: of two who act on each other only the first does. */
async function assertStillGoverns(
  db: Kysely<DatabaseSchema>,
  {
    organizationId,
    by,
    before,
  }: { organizationId: string; by: NonNullable<GoverningAct['by']>; before: MemberState },
): Promise<void> {
  const actor = await findState(db, { organizationId, userId: by.userId })
  const isAsBefore = actor?.status === 'active' && (actor.isAdmin || !by.isAdmin)
  if (isAsBefore && (by.isAdmin || !before.isAdmin)) return
  throw refusalOf('forbidden', tellWhy('forbidden'))
}

/** As `MemberWriter.change`, inside a transaction. */
export async function changeMember(work: MemberWork, member: MemberKey, patch: MemberPatch): Promise<void> {
  const now = await lockMember(work, member)
  const next = { isAdmin: patch.isAdmin ?? now.isAdmin, status: patch.status ?? now.status }
  const isLowered = now.isAdmin && (!next.isAdmin || next.status !== 'active')
  if (isLowered) await assertOtherAdministrator(work.db, member, 'last_administrator')
  await work.db
    .updateTable('organizationMembers')
    .set(next)
    .where('organizationId', '=', member.organizationId)
    .where('userId', '=', member.userId)
    .execute()
  if (next.status === 'disable') await endSessionsIn(work, member)
}

const workspacesOf = (db: Kysely<DatabaseSchema>, organizationId: string) =>
  db.selectFrom('workspaces').select('id').where('organizationId', '=', organizationId)

async function endSessionsIn({ db, now }: MemberWork, { organizationId, userId }: MemberKey): Promise<void> {
  const ending = db
    .updateTable('sessions')
    .set({ endedAt: now() })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('workspaceId', 'in', workspacesOf(db, organizationId))
  await untilNoneIsLeft(async () => Number((await ending.executeTakeFirstOrThrow()).numUpdatedRows))
}

/** As `MemberWriter.remove`, inside a transaction. */
export async function removeMember(work: MemberWork, member: MemberKey): Promise<void> {
  const { db } = work
  const { organizationId, userId } = member
  const { isAdmin } = await lockMember(work, member)
  if (isAdmin) await assertOtherAdministrator(work.db, member, 'last_administrator')
  await endSessionsIn(work, member)
  await db
    .deleteFrom('apiKeys')
    .where('createdBy', '=', userId)
    .where('workspaceId', 'in', workspacesOf(db, organizationId))
    .execute()
  // The membership first: a place that is being given waits for it, or is there by then.
  for (const table of ['organizationMembers', 'workspaceMembers'] as const)
    await db
      .deleteFrom(table)
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .execute()
  const elsewhere = await findOrganization(db, userId)
  if (elsewhere === undefined) await db.deleteFrom('users').where('id', '=', userId).execute()
}

async function findOrganization(db: Kysely<DatabaseSchema>, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organizationMembers')
    .select('organizationId')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row?.organizationId
}

async function adoptUser(
  { db, now }: MemberWork,
  { organizationId, userId, isAdmin }: MemberKey & { isAdmin: boolean },
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  const at = user && (await findOrganization(db, userId))
  if (at === organizationId) throw refusalOf('conflict', tellWhy('member_already'))
  // People of other organisations do not exist for this one.
  if (!user || at !== undefined) throw new RunnelError('not_found', `User ${userId} not found`)
  await joinOrganization(db, { organizationId, userId, isAdmin, createdAt: now() })
}
