import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'
import { joinUnlessMember } from '../people/join-organization.ts'

/** Between whom, and in which organisation. */
interface HandOver {
  organizationId: string
  /** The placeholder, which is gone afterwards. */
  from: string
  to: string
  /** The organisation by whose provider the owner of the account comes, who has no other way. */
  signOnOrganizationId?: string | null | undefined
}

/**
 * Gives an account what a placeholder holds: membership, places, and what the provider of the organisation told of it. What
 * the account holds in that organisation already stands: an invitation neither raises nor lowers it.
 */
export async function handOver(db: Kysely<DatabaseSchema>, parties: HandOver): Promise<void> {
  await takeMembership(db, parties)
  const isTold = await moveRecord(db, parties)
  await movePlaces(db, parties, isTold)
  // Its membership and its links go with it.
  await db.deleteFrom('users').where('id', '=', parties.from).execute()
}

async function takeMembership(
  db: Kysely<DatabaseSchema>,
  { organizationId, from, to, signOnOrganizationId = null }: HandOver,
): Promise<void> {
  const membership = await db
    .selectFrom('organizationMembers')
    .select(['organizationId', 'isAdmin', 'status', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', from)
    .executeTakeFirst()
  if (membership) await joinUnlessMember(db, { ...membership, userId: to, signOnOrganizationId })
}

/** Whether what the provider told of the placeholder counts for the account: it does not where it knows that one already. */
async function moveRecord(
  db: Kysely<DatabaseSchema>,
  { organizationId, from, to }: HandOver,
): Promise<boolean> {
  const known = await db
    .selectFrom('scimUsers')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', to)
    .executeTakeFirst()
  if (known) return false
  await db
    .updateTable('scimUsers')
    .set({ userId: to })
    .where('organizationId', '=', organizationId)
    .where('userId', '=', from)
    .execute()
  return true
}

async function movePlaces(
  db: Kysely<DatabaseSchema>,
  { from, to }: HandOver,
  withGroups: boolean,
): Promise<void> {
  const own = db.selectFrom('workspaceMembers').select('workspaceId').where('userId', '=', to)
  let places = db
    .updateTable('workspaceMembers')
    .set({ userId: to })
    .where('userId', '=', from)
    .where('workspaceId', 'not in', own)
  if (!withGroups) places = places.where('isByGroup', '=', false)
  await places.execute()
}
