import { RunnelError } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../../adapters/adapter.ts'
import type { DatabaseSchema } from '../../schema.ts'
import { holdWorkspace } from '../active-workspace.ts'

/** Somebody in a workspace, with a role. */
export interface NewPlace {
  /** Left out where the statements are held to one organisation. */
  organizationId?: string
  workspaceId: string
  userId: string
  roleId: string
  /** Milliseconds since 1970. */
  createdAt: number
  isByGroup?: boolean
}

type Locks = { capabilities: Pick<DatabaseCapabilities, 'rowLocks'> }

/** PostgreSQL takes at most 65,535 values in a statement, SQLite 32,766; a place has six. */
const ROWS_PER_STATEMENT = 400

/**
 * Gives members of an organisation places in its workspaces. Neither the workspaces nor the memberships go until the
 * transaction ends: a place in a workspace that is deleted, or of somebody who was removed, would come to light later.
 * @throws RunnelError `not_found` for a workspace or somebody that is gone, `conflict` for a place that is there
 */
export async function givePlaces(
  db: Kysely<DatabaseSchema>,
  locks: Locks,
  places: readonly NewPlace[],
): Promise<void> {
  const workspaceIds = new Set(places.map(({ workspaceId }) => workspaceId))
  for (const workspaceId of [...workspaceIds].toSorted()) await holdWorkspace(db, locks, workspaceId)
  for (let from = 0; from < places.length; from += ROWS_PER_STATEMENT) {
    const some = places.slice(from, from + ROWS_PER_STATEMENT)
    await holdMembers(db, locks, some)
    await db.insertInto('workspaceMembers').values(some).execute()
  }
}

async function holdMembers(
  db: Kysely<DatabaseSchema>,
  { capabilities }: Locks,
  places: readonly NewPlace[],
): Promise<void> {
  const userIds = [...new Set(places.map(({ userId }) => userId))]
  const organizationId = places[0]?.organizationId
  let members = db.selectFrom('organizationMembers').select('userId').where('userId', 'in', userIds)
  if (organizationId !== undefined) members = members.where('organizationId', '=', organizationId)
  const found = await (capabilities.rowLocks ? members.orderBy('userId').forKeyShare() : members).execute()
  const there = new Set(found.map(({ userId }) => userId))
  const missing = userIds.find((userId) => !there.has(userId))
  if (missing !== undefined) throw new RunnelError('not_found', `User ${missing} not found`)
}

/**
 * Gives a place that is there another role; what a group gave is then no group's any more. False when there is no place:
 * whoever was taken out of the workspace stays out.
 */
export async function changeRoleOfPlace(
  db: Kysely<DatabaseSchema>,
  { workspaceId, userId, roleId }: Pick<NewPlace, 'workspaceId' | 'userId' | 'roleId'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workspaceMembers')
    .set({ roleId, isByGroup: false })
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
