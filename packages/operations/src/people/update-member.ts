import { authorize, type Principal } from '@runnel/access'
import { type OrganizationUser, refusalOf, tellWhy } from '@runnel/contract'
import type { MemberPatch, MemberRow, MemberState, NewAuditEntry } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import type { OperationContext } from '../context.ts'
import { administratorNeeded, assertOwnOrganization, type Person, personOf } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { assertGovernsStill, assertMayGovern } from './assert-may-govern.ts'
import { readOrganizationRoles, showMember } from './read-member.ts'

/** Whether a role of the organisation makes administrators. @throws RunnelError `invalid_input` for any other role */
export async function readAdminWish(
  context: OperationContext,
  { organizationId }: Person,
  roleId: string | undefined,
): Promise<boolean | undefined> {
  if (roleId === undefined) return undefined
  const { owner, member } = await readOrganizationRoles(context, organizationId)
  if (roleId === owner.id || roleId === member.id) return roleId === owner.id
  throw refusalOf('invalid_input', tellWhy('role_of_organization'), { path: 'roleId' })
}

/**
 * Makes somebody an administrator of the organisation or no more, bars them from it or lets them in again. Only
 * administrators make, lower and bar administrators.
 * @throws RunnelError `not_found`, `forbidden`, `conflict` for the last administrator
 */
export async function updateMember(
  context: OperationContext,
  principal: Principal,
  input: {
    userId: string
    organizationId?: string | undefined
    roleId?: string | undefined
    status?: MemberRow['status'] | undefined
    updatedBy?: string | null | undefined
  },
): Promise<OrganizationUser> {
  const person = personOf(principal)
  assertOwnOrganization(person, input.organizationId)
  checkActor(person, { updatedBy: input.updatedBy })
  const member = { organizationId: person.organizationId, userId: input.userId }
  const isAdmin = await readAdminWish(context, person, input.roleId)
  const known = await assertMayGovern(context, person, input.userId)
  if (isAdmin === true && !person.isOrganizationAdmin) throw administratorNeeded()
  const patch = { isAdmin, status: readStatusWish(known, input.status) }
  const by = { userId: person.userId, isAdmin: person.isOrganizationAdmin }
  const subject = { kind: 'user', id: known.userId, name: known.email }
  await context.db.system.people.change(member, patch, {
    by,
    askAgain: stillAllowed(context, person, async (now, still) => {
      authorize(still, 'users:manage')
      await assertGovernsStill(now, still, [input.userId])
    }),
    entries: (before) => describeChange(person, { subject, before }, patch),
  })
  return showMember(context, member)
}

/** Nobody makes an invitation of a member: that somebody is invited is taken as it is. @throws RunnelError `invalid_input` */
function readStatusWish(known: MemberRow, status: MemberRow['status'] | undefined): MemberPatch['status'] {
  if (status !== 'invited') return status
  if (known.status === 'invited') return undefined
  throw refusalOf('invalid_input', tellWhy('status_of_invitation'), { path: 'status' })
}

/** The entries of what changes; a wish for what is so already makes none. */
function describeChange(
  person: Person,
  { subject, before }: { subject: NewAuditEntry['subject']; before: MemberState },
  { isAdmin, status }: MemberPatch,
): NewAuditEntry[] {
  const isOther = isAdmin !== undefined && isAdmin !== before.isAdmin
  const entries: NewAuditEntry[] = []
  if (isOther) {
    const told = { before: { isOrganizationAdmin: before.isAdmin }, after: { isOrganizationAdmin: isAdmin } }
    const action = isAdmin ? 'administrator.given' : 'administrator.taken'
    entries.push(auditEntry(person, { action, subject, ...told }))
  }
  if (status !== undefined && status !== before.status) {
    const told = { before: { status: before.status }, after: { status } }
    const action = status === 'disable' ? 'user.barred' : 'user.admitted'
    entries.push(auditEntry(person, { action, subject, ...told }))
  }
  return entries
}
