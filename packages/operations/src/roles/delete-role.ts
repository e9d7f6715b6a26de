import type { Principal } from '@runnel/access'
import { type Deletion, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, getRole, personOf } from '../people-rights.ts'
import { assertMayChangeRole } from './assert-may-change-role.ts'
import { describeRole } from './present-role.ts'

/** People who are named when a role is in use; of the others their number is told. */
const NAMED_AT_MOST = 5

/**
 * Deletes a role that nobody has.
 * @throws RunnelError `not_found`, `forbidden`, `conflict` for a built-in one and for one in use, naming who has it
 */
export async function deleteRole(
  context: OperationContext,
  principal: Principal,
  { id, organizationId }: { id: string; organizationId?: string | undefined },
): Promise<Deletion> {
  const person = personOf(principal)
  assertOwnOrganization(person, organizationId)
  const role = await getRole(context, person, id)
  if (role.builtIn !== null)
    throw refusalOf('conflict', tellWhy('role_built_in_deleted', { role: role.name }))
  await assertMayChangeRole(context, person, { role })
  const places = await context.db.system.people.listPlaces(person.organizationId, {
    roleId: id,
    limit: NAMED_AT_MOST,
  })
  if (places.total > 0) throw inUse(role.name, places)
  await context.db.organization(person.organizationId).write(async (writer) => {
    await writer.deleteRole(id)
    const subject = { kind: 'role', id, name: role.name }
    const before = describeRole(role)
    await writer.audit.append(auditEntry(person, { action: 'role.deleted', subject, before }))
  })
  return { raw: [], affected: 1 }
}

function inUse(
  role: string,
  { rows, total }: { rows: { name: string; workspaceName: string }[]; total: number },
): RunnelError {
  const people = rows.map(({ name, workspaceName }) => `${name} (${workspaceName})`).join(', ')
  const rest = total - rows.length
  const why =
    rest > 0
      ? tellWhy('role_given_widely', { role, people, rest: String(rest) })
      : tellWhy('role_given', { role, people })
  return refusalOf('conflict', why)
}
