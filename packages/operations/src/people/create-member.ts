import type { Principal } from '@runnel/access'
import type { OrganizationUser } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, forbidden, personOf } from '../people-rights.ts'
import { showMember } from './read-member.ts'
import { readAdminWish } from './update-member.ts'

/**
 * Takes an account into the organisation that belongs to none.
 * @throws RunnelError `not_found` for accounts of others, `conflict` for members, `forbidden` for who may not make
 * administrators
 */
export async function createMember(
  context: OperationContext,
  principal: Principal,
  input: { userId: string; roleId: string; organizationId?: string | undefined },
): Promise<OrganizationUser> {
  const person = personOf(principal)
  assertOwnOrganization(person, input.organizationId)
  const { organizationId } = person
  const isAdmin = (await readAdminWish(context, person, input.roleId)) === true
  if (isAdmin && !person.isOrganizationAdmin) throw forbidden()
  await context.db.system.people.adopt({ organizationId, userId: input.userId, isAdmin })
  return showMember(context, { organizationId, userId: input.userId })
}
