import { type OrganizationUser, RunnelError } from '@runnel/contract'
import type { MemberRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { type OrganizationRoles, presentMember } from './present-people.ts'

/** One member, by their ids. */
interface MemberKey {
  organizationId: string
  userId: string
}

/** Somebody of the organisation. @throws RunnelError `not_found` */
export async function readMember({ db }: OperationContext, member: MemberKey): Promise<MemberRow> {
  const row = await db.system.people.find(member.organizationId, member.userId)
  if (!row) throw new RunnelError('not_found', `User ${member.userId} not found`)
  return row
}

/** Somebody of the organisation on the wire. @throws RunnelError `not_found` */
export async function showMember(context: OperationContext, member: MemberKey): Promise<OrganizationUser> {
  const roles = await readOrganizationRoles(context, member.organizationId)
  return presentMember(await readMember(context, member), roles)
}

/** The built-in roles of administrators and of all others. */
export async function readOrganizationRoles(
  { db }: OperationContext,
  organizationId: string,
): Promise<OrganizationRoles> {
  return toOrganizationRoles(await db.organization(organizationId).read.listBuiltInRoles(), organizationId)
}

/** As `readOrganizationRoles`, of built-in roles that are read already. */
export function toOrganizationRoles(
  roles: readonly OrganizationRoles['owner'][],
  organizationId: string,
): OrganizationRoles {
  const [owner, member] = ['owner', 'member'].map((name) => roles.find(({ builtIn }) => builtIn === name))
  if (!owner || !member)
    throw new RunnelError('internal', `Organization ${organizationId} lacks its own roles`)
  return { owner, member }
}
