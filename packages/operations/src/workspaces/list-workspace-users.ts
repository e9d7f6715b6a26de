import { authorize, type Principal } from '@runnel/access'
import { RunnelError, refusalOf, tellWhy, type WorkspaceUser } from '@runnel/contract'
import type { PlaceQuery } from '@runnel/db'
import { ascendingNames } from '../ascending-names.ts'
import type { OperationContext } from '../context.ts'
import { readReach } from '../people/assert-may-govern.ts'
import { presentPlace } from '../people/present-people.ts'
import { tellMayWithPlace } from '../people/tell-may.ts'
import { assertOwnOrganization, authorizeIn, type Person, personOf } from '../people-rights.ts'

/** Own places are seen by everybody, those of a workspace by who may look at it, others by who manages people or roles. */
async function assertMayList(
  context: OperationContext,
  person: Person,
  { workspaceId, userId, roleId }: PlaceQuery,
): Promise<void> {
  if (userId === person.userId) return
  if (workspaceId !== undefined) {
    await authorizeIn(context, person, { workspaceId, permission: 'workspace:view' })
    return
  }
  if (userId === undefined && roleId === undefined) {
    throw refusalOf('invalid_input', tellWhy('place_unnamed'), { path: 'workspaceId' })
  }
  authorize(person, userId === undefined ? ['users:manage', 'roles:manage'] : 'users:manage')
}

/**
 * Who is in a workspace, in which workspaces somebody is, or who has a role. With a workspace and a person one place is
 * answered, else a list.
 * @throws RunnelError `not_found`, `forbidden`, `invalid_input` when nothing is named
 */
export async function listWorkspaceUsers(
  context: OperationContext,
  principal: Principal,
  { organizationId, ...query }: PlaceQuery & { organizationId?: string | undefined },
): Promise<{ one: WorkspaceUser } | { rows: WorkspaceUser[]; total: number }> {
  const person = personOf(principal)
  assertOwnOrganization(person, organizationId)
  await assertMayList(context, person, query)
  const page = await context.db.system.people.listPlaces(
    person.organizationId,
    ascendingNames({ limit: 200, ...query }),
  )
  const reach = await readReach(context, person, page.rows)
  const rows = page.rows.map((place) => ({
    ...presentPlace(place),
    may: tellMayWithPlace(person, { reach, place }),
  }))
  if (query.workspaceId === undefined || query.userId === undefined) return { rows, total: page.total }
  const [one] = rows
  if (!one) throw new RunnelError('not_found', `User ${query.userId} not found`)
  const member = await context.db.system.people.find(person.organizationId, one.userId)
  return { one: { ...one, isOnlyPlace: member?.roleCount === 1 } }
}
