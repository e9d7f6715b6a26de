import type { Principal } from '@runnel/access'
import type { WorkspaceUser } from '@runnel/contract'
import type { PlaceRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import type { OperationContext } from '../context.ts'
import { assertGovernsStill, assertMayGovernAll } from '../people/assert-may-govern.ts'
import { presentPlace } from '../people/present-people.ts'
import { checkStatus, describePlace, readPlace } from '../people/read-place.ts'
import { assertHolds, authorizeIn, getRole, personOf } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'

/**
 * Gives somebody another role in a workspace; it holds from their next call. Neither the role of before nor the new one
 * holds more than the caller does there.
 * @throws RunnelError `not_found`, `forbidden`
 */
export async function updateWorkspaceUser(
  context: OperationContext,
  principal: Principal,
  {
    workspaceId,
    userId,
    roleId,
    status,
    updatedBy,
  }: {
    workspaceId: string
    userId: string
    roleId: string
    status?: PlaceRow['status'] | undefined
    updatedBy?: string | null | undefined
  },
): Promise<WorkspaceUser> {
  const person = personOf(principal)
  const held = await authorizeIn(context, person, { workspaceId, permission: 'workspace:add-user' })
  const { organizationId } = person
  const place = { workspaceId, userId }
  const known = await readPlace(context, organizationId, place)
  await assertMayGovernAll(context, person, [known])
  checkActor(person, { updatedBy })
  checkStatus(known, status)
  const role = await getRole(context, person, roleId)
  assertHolds(held, role.permissions)
  const askAgain = stillAllowed(context, person, async (now, still) => {
    const holds = await authorizeIn(now, still, { workspaceId, permission: 'workspace:add-user' })
    await assertGovernsStill(now, still, [userId])
    assertHolds(holds, (await getRole(now, still, roleId)).permissions)
  })
  await context.db.organization(organizationId).write(async (writer) => {
    const held = await writer.changeWorkspaceMember({ ...place, roleId })
    const subject = { kind: 'user', id: known.userId, name: known.email }
    const before = { ...describePlace(known), role: held.name }
    const after = { ...before, role: role.name }
    await writer.audit.append(
      auditEntry(person, { action: 'workspace-user.updated', subject, before, after }),
    )
  }, askAgain)
  return presentPlace(await readPlace(context, organizationId, place))
}
