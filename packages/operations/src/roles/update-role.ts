import { authorize, type Principal } from '@runnel/access'
import { type Role, refusalOf, tellWhy } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, getRole, personOf } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { assertMayChangeRole } from './assert-may-change-role.ts'
import { checkRole } from './check-role.ts'
import { describeRole, presentRole, ROLE_ECHOES } from './present-role.ts'

/** A change of a role; what is absent stays. */
export interface RoleChange {
  id: string
  name?: string | undefined
  description?: string | null | undefined
  permissions?: string[] | undefined
  organizationId?: string | undefined
  createdBy?: string | null | undefined
  updatedBy?: string | null | undefined
  /** The revision that was read; without it the change is unconditional. */
  expectedRevision?: number | undefined
}

/**
 * Changes a role: it holds from the next call of whoever has it. Whoever changes it must hold what it holds, before and
 * after, wherever it is given. Built-in roles do not change.
 * @throws RunnelError `not_found`, `invalid_input`, `forbidden`, `conflict`, `stale_revision`
 */
export async function updateRole(
  context: OperationContext,
  principal: Principal,
  { id, organizationId, expectedRevision, ...change }: RoleChange,
): Promise<Role> {
  const person = personOf(principal)
  assertOwnOrganization(person, organizationId)
  const role = await getRole(context, person, id)
  if (role.builtIn !== null)
    throw refusalOf('conflict', tellWhy('role_built_in_changed', { role: role.name }))
  checkActor(person, { createdBy: change.createdBy, updatedBy: change.updatedBy })
  checkEchoes(change, presentRole(role), ROLE_ECHOES)
  const { name, description, permissions } = change
  await assertMayChangeRole(context, person, { role, permissions })
  checkRole(person, change)
  const before = describeRole(role)
  const after = {
    name: name ?? before.name,
    description: description === undefined ? before.description : description,
    permissions: permissions ?? before.permissions,
  }
  const askAgain = stillAllowed(context, person, async (now, still) => {
    authorize(still, 'roles:manage')
    await assertMayChangeRole(now, still, { role: await getRole(now, still, id), permissions })
    checkRole(still, change)
  })
  await context.db.organization(person.organizationId).write(async (writer) => {
    await writer.updateRole(id, { name, description, permissions }, { expectedRevision })
    const subject = { kind: 'role', id, name: after.name }
    await writer.audit.append(auditEntry(person, { action: 'role.updated', subject, before, after }))
  }, askAgain)
  return presentRole(await getRole(context, person, id))
}
