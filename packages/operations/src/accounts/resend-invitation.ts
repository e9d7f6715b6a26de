import { authorize, type Principal } from '@runnel/access'
import { type ResentInvitation, refusalOf, tellWhy } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { listUndelivered } from '../mails/list-undelivered.ts'
import { withInvitationMail } from '../mails/mail-pauses.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { readMember } from '../people/read-member.ts'
import { stillAllowed } from '../still-allowed.ts'
import { assertHoldsMost, assertNoMoreThan, makeInvitationLink, tellInvitation } from './invitation-link.ts'
import { mayBeShown } from './shown-link.ts'

/**
 * Sends somebody who was invited and has not accepted a new link; the one of before ends. Roles stay as they are. `asLink`: the
 * link is answered and not mailed, which only an invitation allows whose mail does not arrive.
 * @throws RunnelError `not_found`, `conflict` for who accepted, is barred or has no workspace left, `invalid_input` for a person
 * of more rights, `rate_limited` when a mail went there just now
 */
export async function resendInvitation(
  context: OperationContext,
  principal: Principal & { kind: 'user' },
  {
    userId,
    language,
    asLink = false,
  }: { userId: string; language: MailLanguage; asLink?: boolean | undefined },
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
  if (asLink) await assertUndelivered(context, { organizationId, userId, name: name || email })
  const subject = { kind: 'user', id: userId, name: email }
  const askAgain = stillAllowed(context, principal, async (now, still) => {
    authorize(still, 'users:manage')
    await assertHoldsMost(now, still, userId)
  })
  const mail = { to: email, language, values: await tellInvitation(context, principal, place) }
  const send = async (isMailed: boolean) => {
    const link = makeInvitationLink(context, principal, { ...mail, isMailed })
    const entry = auditEntry(principal, { action: 'invitation.resent', subject })
    await context.db.system.accountLife.keepLink(
      { ...link.kept, userId },
      { ...entry, mails: link.mails(userId) },
      { organizationId, askAgain },
    )
    context.outbox.wake()
    return { user: { id: userId, email, name, status }, ...link.answer }
  }
  const asked = { to: email, organizationId, by: principal.userId }
  return asLink ? send(false) : withInvitationMail(context, asked, send)
}

/**
 * A link goes to the mailbox alone, as long as mails arrive there.
 * @throws RunnelError `conflict`
 */
async function assertUndelivered(
  context: OperationContext,
  { organizationId, userId, name }: { organizationId: string; userId: string; name: string },
): Promise<void> {
  if (!mayBeShown(context)) throw refusalOf('conflict', tellWhy('invitation_link_kept', { name }))
  if (context.mailer === undefined) return
  const [undelivered] = await listUndelivered(context, { organizationId, userIds: [userId] })
  if (undelivered?.about !== 'invitation')
    throw refusalOf('conflict', tellWhy('invitation_link_kept', { name }))
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
