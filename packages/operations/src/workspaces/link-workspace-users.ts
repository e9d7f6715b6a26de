import type { Principal } from '@runnel/access'
import type { WorkspaceUser } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { presentPlace } from '../people/present-people.ts'
import { readMember } from '../people/read-member.ts'
import { assertHolds, authorizeIn, getRole, type Person, personOf } from '../people-rights.ts'
import { getWorkspace } from './get-workspace.ts'
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
  const roles = new Map<string, string>()
  for (const roleId of new Set(users.map((user) => user.roleId))) {
    const role = await getRole(context, person, roleId)
    assertHolds(held, role.permissions)
    roles.set(roleId, role.name)
  }
  const { organizationId } = person
  const entries = await describeLinks(context, person, { workspaceId, users, roles })
  await context.db.organization(organizationId).write(async (writer) => {
    for (const user of users) await writer.addWorkspaceMember({ workspaceId, ...user })
    for (const entry of entries) await writer.audit.append(entry)
  })
  return Promise.all(
    users.map(async ({ userId }) =>
      presentPlace(await readPlace(context, organizationId, { workspaceId, userId })),
    ),
  )
}

async function describeLinks(
  context: OperationContext,
  person: Person,
  { workspaceId, users, roles }: { workspaceId: string; users: NewPlace[]; roles: Map<string, string> },
) {
  const { organizationId } = person
  const { name: workspace } = await getWorkspace(context, person, workspaceId)
  return Promise.all(
    users.map(async ({ userId, roleId }) => {
      const { email } = await readMember(context, { organizationId, userId })
      const subject = { kind: 'user', id: userId, name: email }
      const after = { workspace, role: roles.get(roleId) }
      return auditEntry(person, { action: 'workspace-user.linked', subject, after })
    }),
  )
}
