import { authorize, type Principal } from '@runnel/access'
import { type OrganizationUser, RunnelError } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import type { OperationContext } from '../context.ts'
import { administratorNeeded, assertOwnOrganization, personOf } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
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
  input: {
    userId: string
    roleId: string
    organizationId?: string | undefined
    createdBy?: string | null | undefined
  },
): Promise<OrganizationUser> {
  const person = personOf(principal)
  assertOwnOrganization(person, input.organizationId)
  checkActor(person, { createdBy: input.createdBy })
  const { organizationId } = person
  const isAdmin = (await readAdminWish(context, person, input.roleId)) === true
  if (isAdmin && !person.isOrganizationAdmin) throw administratorNeeded()
  const user = await context.db.system.accounts.findUser(input.userId)
  // An address that nobody confirmed is nobody's yet, and an account that was deleted nobody's any more.
  if (!user || user.status === 'unverified' || user.status === 'deleted')
    throw new RunnelError('not_found', `User ${input.userId} not found`)
  const subject = { kind: 'user', id: user.id, name: user.email }
  const after = { isOrganizationAdmin: isAdmin }
  await context.db.system.people.adopt(
    { organizationId, userId: user.id, isAdmin },
    auditEntry(person, { action: 'user.added', subject, after }),
    stillAllowed(context, person, async (_now, still) => {
      authorize(still, 'users:manage')
      if (isAdmin && !still.isOrganizationAdmin) throw administratorNeeded()
    }),
  )
  return showMember(context, { organizationId, userId: input.userId })
}
