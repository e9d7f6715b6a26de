import type { Principal } from '@runnel/access'
import { RunnelError, type WorkspaceUser } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { presentPlace } from '../people/present-people.ts'
import { authorizeIn, personOf } from '../people-rights.ts'
import { assertMayChangePlace, readPlace } from './read-place.ts'

/**
 * Takes people out of a workspace, with the keys that they made there: all of them or none.
 * @throws RunnelError `not_found`, `forbidden`, `conflict` for oneself
 */
export async function unlinkWorkspaceUsers(
  context: OperationContext,
  principal: Principal,
  { workspaceId, userIds }: { workspaceId: string; userIds: string[] },
): Promise<WorkspaceUser[]> {
  const person = personOf(principal)
  const held = await authorizeIn(context, person, { workspaceId, permission: 'workspace:unlink-user' })
  const { organizationId } = person
  const places = await Promise.all(
    userIds.map((userId) => readPlace(context, organizationId, { workspaceId, userId })),
  )
  for (const place of places) assertMayChangePlace(person, held, place)
  if (userIds.includes(person.userId))
    throw new RunnelError(
      'conflict',
      'Nobody takes themselves out of a workspace. Ask somebody else to do it.',
    )
  await context.db.system.people.removeFromWorkspace({ organizationId, workspaceId, userIds })
  return places.map(presentPlace)
}
