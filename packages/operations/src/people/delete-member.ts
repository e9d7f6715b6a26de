import { authorize, type Principal } from '@runnel/access'
import { type OrganizationUser, refusalOf, tellWhy } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, personOf } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { assertGovernsStill, assertMayGovern } from './assert-may-govern.ts'
import { showMember } from './read-member.ts'

/**
 * Removes somebody from the organisation: their places, their sessions there and the keys that they made end at once.
 * @throws RunnelError `not_found`, `forbidden`, `conflict` for oneself and for the last administrator
 */
export async function deleteMember(
  context: OperationContext,
  principal: Principal,
  { organizationId: named, userId }: { organizationId: string; userId: string },
): Promise<OrganizationUser> {
  const person = personOf(principal)
  assertOwnOrganization(person, named)
  const member = { organizationId: person.organizationId, userId }
  const shown = await showMember(context, member)
  const { status } = await assertMayGovern(context, person, userId)
  if (userId === person.userId) throw refusalOf('conflict', tellWhy('own_removal'))
  const subject = { kind: 'user', id: shown.user.id, name: shown.user.email }
  const by = { userId: person.userId, isAdmin: person.isOrganizationAdmin }
  await context.db.system.people.remove(member, {
    by,
    askAgain: stillAllowed(context, person, async (now, still) => {
      authorize(still, 'users:manage')
      await assertGovernsStill(now, still, [userId])
    }),
    entries: ({ isAdmin }) => {
      const before = { isOrganizationAdmin: isAdmin, status }
      return [auditEntry(person, { action: 'user.removed', subject, before })]
    },
  })
  return shown
}
