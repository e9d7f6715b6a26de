import { authorize, type Principal } from '@runnel/access'
import { type ResentInvitation, refusalOf, tellWhy } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { readMember } from '../people/read-member.ts'
import { stillAllowed } from '../still-allowed.ts'
import {
  assertHoldsMost,
  assertNoMoreThan,
  deliverInvitation,
  makeInvitationLink,
  tellInvitation,
} from './invitation-link.ts'
import { withInvitationMail } from './mail-pauses.ts'
import type { MailLanguage } from './mail-texts.ts'

/**
 * Sends somebody who was invited and has not accepted a new link; the one of before ends. Roles stay as they are.
 * @throws RunnelError `not_found`, `conflict` for who accepted, is barred or has no workspace left, `invalid_input` for a person
 * of more rights, `rate_limited` when a mail went there just now
 */
export async function resendInvitation(
  context: OperationContext,
  principal: Principal & { kind: 'user' },
  { userId, language }: { userId: string; language: MailLanguage },
): Promise<ResentInvitation> {
  const { organizationId } = principal
  const { email, name, status } = await readMember(context, { organizationId, userId })
  if (status !== 'invited')
    throw refusalOf(
      'conflict',
      tellWhy(status === 'disable' ? 'invitation_barred' : 'invitation_accepted', { name: name || email }),
    )
  const place = await findNewestPlace(context, principal, userId)
  if (place === undefined)
    throw refusalOf('conflict', tellWhy('invitation_without_place', { name: name || email }))
  await assertNoMoreThan(context, principal, userId)
  const link = makeInvitationLink(context, principal, email)
  const subject = { kind: 'user', id: userId, name: email }
  const askAgain = stillAllowed(context, principal, async (now, still) => {
    authorize(still, 'users:manage')
    await assertHoldsMost(now, still, userId)
  })
  await withInvitationMail(context, { to: email, organizationId }, () =>
    context.db.system.accountLife.keepLink(
      { ...link.kept, userId },
      auditEntry(principal, { action: 'invitation.resent', subject }),
      { organizationId, askAgain },
    ),
  )
  const values = await tellInvitation(context, principal, place)
  const mail = { to: email, language, values, link }
  const delivered = await deliverInvitation(context, { ...mail, waiting: userId, organizationId })
  return { user: { id: userId, email, name, status }, ...delivered }
}

/** Where somebody is invited to, as the mail names it: the newest of their workspaces. An invitation to none opens nothing. */
async function findNewestPlace(
  { db }: OperationContext,
  { organizationId }: { organizationId: string },
  userId: string,
): Promise<{ workspace: string; role: string } | undefined> {
  const { workspaces } = await db.organization(organizationId).read.findMembership(userId)
  const newest = workspaces.at(-1)
  return newest && { workspace: newest.name, role: newest.roleName }
}
