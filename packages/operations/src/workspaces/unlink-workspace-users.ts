import type { Principal } from '@runnel/access'
import { refusalOf, tellWhy, type WorkspaceUser } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { assertGovernsStill, assertMayGovernAll } from '../people/assert-may-govern.ts'
import { presentPlace } from '../people/present-people.ts'
import { describePlace, readPlace } from '../people/read-place.ts'
import { authorizeIn, personOf } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'

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
  await authorizeIn(context, person, { workspaceId, permission: 'workspace:unlink-user' })
  const { organizationId } = person
  const places = await Promise.all(
    userIds.map((userId) => readPlace(context, organizationId, { workspaceId, userId })),
  )
  await assertMayGovernAll(context, person, places)
  if (userIds.includes(person.userId)) throw refusalOf('conflict', tellWhy('own_unlinking'))
  const entries = places.map((place) => {
    const subject = { kind: 'user', id: place.userId, name: place.email }
    return auditEntry(person, { action: 'workspace-user.unlinked', subject, before: describePlace(place) })
  })
  const askAgain = stillAllowed(context, person, async (now, still) => {
    await authorizeIn(now, still, { workspaceId, permission: 'workspace:unlink-user' })
    await assertGovernsStill(now, still, userIds)
  })
  const place = { organizationId, workspaceId, userIds }
  await context.db.system.people.removeFromWorkspace(place, entries, askAgain)
  return places.map(presentPlace)
}
