import type { Principal } from '@runnel/access'
import type { WorkspaceUser } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { presentPlace } from '../people/present-people.ts'
import { assertHolds, authorizeIn, getRole, personOf } from '../people-rights.ts'
import { assertMayChangePlace, readPlace } from './read-place.ts'

/**
 * Gives somebody another role in a workspace; it holds from their next call. Neither the role of before nor the new one
 * holds more than the caller does there.
 * @throws RunnelError `not_found`, `forbidden`
 */
export async function updateWorkspaceUser(
  context: OperationContext,
  principal: Principal,
  { workspaceId, userId, roleId }: { workspaceId: string; userId: string; roleId: string },
): Promise<WorkspaceUser> {
  const person = personOf(principal)
  const held = await authorizeIn(context, person, { workspaceId, permission: 'workspace:add-user' })
  const { organizationId } = person
  const place = { workspaceId, userId }
  assertMayChangePlace(person, held, await readPlace(context, organizationId, place))
  assertHolds(held, (await getRole(context, person, roleId)).permissions)
  await context.db
    .organization(organizationId)
    .write((writer) => writer.putWorkspaceMember({ ...place, roleId }))
  return presentPlace(await readPlace(context, organizationId, place))
}
