import type { Principal } from '@runnel/access'
import type { WorkspaceUser } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { presentPlace } from '../people/present-people.ts'
import { assertHolds, authorizeIn, getRole, personOf } from '../people-rights.ts'
import { readPlace } from './read-place.ts'

/** Somebody who is to be in a workspace, with a role. */
export interface NewPlace {
  userId: string
  roleId: string
}

/**
 * Brings people of the organisation into a workspace: all of them or none. Nobody gives a role that holds more than they
 * hold there.
 * @throws RunnelError `not_found`, `forbidden`, `conflict` for somebody who is in it
 */
export async function linkWorkspaceUsers(
  context: OperationContext,
  principal: Principal,
  { workspaceId, users }: { workspaceId: string; users: NewPlace[] },
): Promise<WorkspaceUser[]> {
  const person = personOf(principal)
  const held = await authorizeIn(context, person, { workspaceId, permission: 'workspace:add-user' })
  for (const roleId of new Set(users.map((user) => user.roleId)))
    assertHolds(held, (await getRole(context, person, roleId)).permissions)
  const { organizationId } = person
  await context.db.organization(organizationId).write(async (writer) => {
    for (const user of users) await writer.addWorkspaceMember({ workspaceId, ...user })
  })
  return Promise.all(
    users.map(async ({ userId }) =>
      presentPlace(await readPlace(context, organizationId, { workspaceId, userId })),
    ),
  )
}
