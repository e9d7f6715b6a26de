import { authorize, type Principal } from '@runnel/access'
import { type Deletion, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { LoginMethodRow, RoleRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, getRole, personOf } from '../people-rights.ts'
import { openSettings } from '../sign-on/provider-settings.ts'
import { stillAllowed } from '../still-allowed.ts'
import { assertMayChangeRole } from './assert-may-change-role.ts'
import { describeRole } from './present-role.ts'

/** People who are named when a role is in use; of the others their number is told. */
const NAMED_AT_MOST = 5

/**
 * Deletes a role that nobody has, and nobody is to get.
 * @throws RunnelError `not_found`, `forbidden`, `conflict` for a built-in one and for one in use, naming who has it or gives it
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
  await assertGivenToNobody(context, role)
  const askAgain = stillAllowed(context, person, async (now, still) => {
    authorize(still, 'roles:manage')
    await assertMayChangeRole(now, still, { role: await getRole(now, still, id) })
  })
  await context.db.organization(person.organizationId).write(async (writer) => {
    await writer.deleteRole(id, (methods) => assertNotOfNewPeople(context, role, methods))
    const subject = { kind: 'role', id, name: role.name }
    const before = describeRole(role)
    await writer.audit.append(auditEntry(person, { action: 'role.deleted', subject, before }))
  }, askAgain)
  return { raw: [], affected: 1 }
}

/** @throws RunnelError `conflict` naming people who have it, else groups that give it */
async function assertGivenToNobody({ db }: OperationContext, role: RoleRow): Promise<void> {
  const { id, name, organizationId } = role
  const places = await db.system.people.listPlaces(organizationId, { roleId: id, limit: NAMED_AT_MOST })
  if (places.total > 0) throw inUse(name, places)
  const groups = await db.organization(organizationId).read.listGroupsOfRole(id, NAMED_AT_MOST)
  if (groups.length === 0) return
  const named = groups.map(({ group, workspaceName }) => `${group} (${workspaceName})`).join(', ')
  throw refusalOf('conflict', tellWhy('role_given_by_groups', { role: name, groups: named }))
}

/** @throws RunnelError `conflict` naming the login methods by which new people get it */
function assertNotOfNewPeople(
  context: OperationContext,
  { id, name }: RoleRow,
  methods: readonly LoginMethodRow[],
): void {
  const providers = methods.flatMap((method) => {
    const { autoProvision, roleId } = openSettings(context, method)
    return autoProvision && roleId === id ? [method.providerName] : []
  })
  if (providers.length === 0) return
  const told = { role: name, providers: providers.join(', ') }
  throw refusalOf('conflict', tellWhy('role_given_by_sign_on', told))
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
