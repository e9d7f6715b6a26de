import type { Kysely } from 'kysely'
import { parseRolePermissions } from '../organizations/role-rows.ts'
import type { DatabaseSchema } from '../schema.ts'
import { givePlaces } from '../system/people/give-place.ts'
import { leaveWorkspace } from '../system/people/leave-workspace.ts'
import type { SystemScope } from '../system/system-scope.ts'
import { inTurns } from './in-turns.ts'

/** People whose places are worked out in one statement. */
const AT_ONCE = 400

/** What changed of the places of people. */
export interface PlacesChanged {
  given: number
  changed: number
  taken: number
}

interface Place {
  workspaceId: string
  userId: string
  roleId: string
}

type Work = Pick<SystemScope, 'capabilities'> & { db: Kysely<DatabaseSchema> }

const placeKey = ({ workspaceId, userId }: Omit<Place, 'roleId'>) => `${workspaceId} ${userId}`

/**
 * Brings the places that groups give to what the groups of these people say now: what is missing is given, what no group
 * gives any more is taken, with the keys that were made there. What was given by hand is left as it is. Where several
 * groups give one workspace, the role that may do most counts.
 */
export async function giveGroupPlaces(
  work: Work,
  { organizationId, scimUserIds, at }: { organizationId: string; scimUserIds: readonly string[]; at: number },
): Promise<PlacesChanged> {
  const { db } = work
  const changed: PlacesChanged = { given: 0, changed: 0, taken: 0 }
  const rankOf = await rankRoles(db, organizationId)
  for await (const ids of inTurns(scimUserIds, AT_ONCE)) {
    const [wanted, userIds] = await readWanted(db, { organizationId, ids, rankOf })
    if (userIds.length === 0) continue
    const known = await db
      .selectFrom('workspaceMembers')
      .select(['workspaceId', 'userId', 'roleId', 'isByGroup'])
      .where('organizationId', '=', organizationId)
      .where('userId', 'in', userIds)
      .execute()
    const step = await bringPlaces(work, { organizationId, wanted, known, at })
    changed.given += step.given
    changed.changed += step.changed
    changed.taken += step.taken
  }
  return changed
}

/** How much each role that a group gives may do: the owner's most, then by the number of permissions, then by id. */
async function rankRoles(db: Kysely<DatabaseSchema>, organizationId: string): Promise<Map<string, number>> {
  const roles = await db
    .selectFrom('roles')
    .select(['id', 'builtIn', 'permissions'])
    .where('organizationId', '=', organizationId)
    .where(
      'id',
      'in',
      db.selectFrom('scimMappings').select('roleId').where('organizationId', '=', organizationId),
    )
    .execute()
  const weigh = (role: (typeof roles)[number]) =>
    role.builtIn === 'owner' ? Number.POSITIVE_INFINITY : parseRolePermissions(role).length
  const sorted = roles.toSorted((one, other) => weigh(one) - weigh(other) || (one.id < other.id ? -1 : 1))
  return new Map(sorted.map(({ id }, index) => [id, index]))
}

async function readWanted(
  db: Kysely<DatabaseSchema>,
  {
    organizationId,
    ids,
    rankOf,
  }: { organizationId: string; ids: readonly string[]; rankOf: Map<string, number> },
): Promise<[Map<string, Place>, string[]]> {
  const people = await db
    .selectFrom('scimUsers')
    .select(['id', 'userId'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  const rows = await db
    .selectFrom('scimGroupMembers')
    .innerJoin('scimUsers', 'scimUsers.id', 'scimGroupMembers.scimUserId')
    .innerJoin('scimMappings', 'scimMappings.groupId', 'scimGroupMembers.groupId')
    .innerJoin('workspaces', 'workspaces.id', 'scimMappings.workspaceId')
    .select(['scimUsers.userId', 'scimMappings.workspaceId', 'scimMappings.roleId'])
    .where('scimGroupMembers.organizationId', '=', organizationId)
    .where('scimGroupMembers.scimUserId', 'in', [...ids])
    .where('workspaces.deletedAt', 'is', null)
    .execute()
  const wanted = new Map<string, Place>()
  for (const place of rows) {
    const other = wanted.get(placeKey(place))
    const isMore = !other || (rankOf.get(place.roleId) ?? 0) > (rankOf.get(other.roleId) ?? 0)
    if (isMore) wanted.set(placeKey(place), place)
  }
  return [wanted, people.map(({ userId }) => userId)]
}

/** Places of one workspace, and of one role where that matters, are written together. */
function together<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  return [...Map.groupBy(rows, keyOf).values()]
}

async function bringPlaces(
  { db, capabilities }: Work,
  {
    organizationId,
    wanted,
    known,
    at,
  }: {
    organizationId: string
    wanted: Map<string, Place>
    known: (Place & { isByGroup: boolean })[]
    at: number
  },
): Promise<PlacesChanged> {
  const there = new Set(known.map(placeKey))
  const missing = [...wanted.values()].filter((place) => !there.has(placeKey(place)))
  const given = known.filter(({ isByGroup }) => isByGroup)
  const taken = given.filter((place) => !wanted.has(placeKey(place)))
  const others = given.flatMap((place) => {
    const next = wanted.get(placeKey(place))
    return next && next.roleId !== place.roleId ? [next] : []
  })
  await givePlaces(
    db,
    { capabilities },
    missing.map((place) => ({ ...place, organizationId, createdAt: at, isByGroup: true })),
  )
  for (const part of together(others, ({ workspaceId, roleId }) => `${workspaceId} ${roleId}`))
    await db
      .updateTable('workspaceMembers')
      .set({ roleId: part[0]?.roleId ?? '' })
      .where('workspaceId', '=', part[0]?.workspaceId ?? '')
      .where(
        'userId',
        'in',
        part.map(({ userId }) => userId),
      )
      .execute()
  for (const part of together(taken, ({ workspaceId }) => workspaceId))
    await leaveWorkspace(db, {
      organizationId,
      workspaceId: part[0]?.workspaceId ?? '',
      userIds: part.map(({ userId }) => userId),
      isByGroup: true,
    })
  return { given: missing.length, changed: others.length, taken: taken.length }
}
