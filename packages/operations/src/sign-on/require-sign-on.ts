import type { Principal } from '@runnel/access'
import { refusalOf, tellWhy } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { personOf } from '../people-rights.ts'
import { stillAdministrator } from '../still-allowed.ts'
import { assertOwnPeople } from './organization-domains.ts'

/**
 * Lets people into the organisation by its own login methods alone, or by passwords as well. Only who came by one of them
 * turns it on, so that nobody locks everybody out with a method that does not work.
 * @throws RunnelError `conflict` for who came by a password, and where administrators would have no way in any more
 */
export async function requireSignOn(
  context: OperationContext,
  principal: Principal,
  {
    isRequired,
    administratorsLockedOut: lockedOut,
  }: { isRequired: boolean; administratorsLockedOut?: number | undefined },
): Promise<{ isRequired: boolean }> {
  const person = personOf(principal)
  const { organizationId } = person
  if (isRequired && person.signOnOrganizationId !== organizationId)
    throw refusalOf('conflict', tellWhy('sign_on_untried'))
  if (isRequired) await assertOwnPeople(context, organizationId)
  const { name, requiresSignOn } = await context.db.organization(organizationId).read.get()
  if (requiresSignOn === isRequired) return { isRequired }
  const entry = auditEntry(person, {
    action: 'organization.sign-on-changed',
    subject: { kind: 'organization', id: organizationId, name },
    before: { requiresSignOn },
    after: { requiresSignOn: isRequired },
  })
  await context.db.system.signOn.require(organizationId, isRequired, {
    entry,
    lockedOut,
    askAgain: stillAdministrator(context, person),
  })
  return { isRequired }
}

/** While an organisation asks for its sign-on, one login method stays in use. @throws RunnelError `conflict` */
export async function assertWayIn(
  { db }: OperationContext,
  organizationId: string,
  { willBeOn }: { willBeOn: boolean },
): Promise<void> {
  if (willBeOn) return
  const { requiresSignOn } = await db.organization(organizationId).read.get()
  if (requiresSignOn) throw refusalOf('conflict', tellWhy('last_login_method'))
}
