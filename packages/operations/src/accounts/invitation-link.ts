import type { Principal } from '@runnel/access'
import { type Invitation, type RefusalReason, RunnelError, tellWhy } from '@runnel/contract'
import { createToken, hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { listBeyond } from '../people/assert-may-govern.ts'
import { heldByWorkspace, type RightsSource } from '../people-rights.ts'
import { giveInvitationBack, mayGetInvitation } from './mail-pauses.ts'
import type { MailLanguage } from './mail-texts.ts'
import { linkTo, sendMail } from './send-mail.ts'
import { couldGiveAll, type GivenLink, mayBeShown } from './shown-link.ts'

/** How long an invitation stands, in milliseconds. */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1_000

type User = Principal & { kind: 'user' }

/** A link by which somebody accepts, and what is kept of it: who gives it, or, where no mail goes out, to whom it is shown. */
interface InvitationLink {
  url: string
  kept: { hash: string; purpose: 'invitation'; expiresAt: number; data: GivenLink }
  shown: GivenLink
}

/** Makes a link for the person of an address; it counts once it is kept. */
export function makeInvitationLink(
  context: OperationContext,
  { userId: givenBy }: User,
  email: string,
): InvitationLink {
  const token = createToken()
  const shown = { shownTo: givenBy }
  return {
    url: linkTo(context, '/register', { token, email }),
    kept: {
      hash: hashToken(token),
      purpose: 'invitation',
      expiresAt: context.now() + INVITATION_MS,
      data: context.mailer === undefined && mayBeShown(context) ? shown : { givenBy },
    },
    shown,
  }
}

/**
 * The link goes to the mailbox alone; only where no mail reaches it, and it may be shown, who invites sees it.
 * @param waiting who waits for this link
 */
export async function deliverInvitation(
  context: OperationContext,
  {
    link,
    waiting,
    organizationId,
    ...mail
  }: {
    to: string
    language: MailLanguage
    values: Record<string, string>
    link: InvitationLink
    waiting: string
    organizationId: string
  },
): Promise<Pick<Invitation, 'isMailed' | 'inviteLink'>> {
  const unsent = mayBeShown(context) ? { isMailed: false, inviteLink: link.url } : { isMailed: false }
  if (context.mailer === undefined) return unsent
  if (mayGetInvitation(context, { to: mail.to, organizationId })) {
    try {
      await sendMail(context, { ...mail, url: link.url, about: 'invitation' })
      return { isMailed: true }
    } catch (error) {
      context.log.warn({ err: error }, 'An invitation could not be mailed')
      giveInvitationBack(context, { to: mail.to, organizationId })
    }
  }
  // The link is in other hands than was thought when it was kept.
  if (unsent.inviteLink !== undefined)
    await context.db.system.tokens.insert({ ...link.kept, userId: waiting, data: link.shown })
  return unsent
}

/** What the mail says of an invitation: who gives it, and to what. */
export async function tellInvitation(
  { db }: OperationContext,
  { userId, email = '', organizationId }: User,
  place: { workspace: string; role: string },
): Promise<Record<string, string>> {
  const [giver, organization] = await Promise.all([
    db.system.accounts.findUser(userId),
    db.organization(organizationId).read.get(),
  ])
  const name = giver?.name.trim() || email.slice(0, email.indexOf('@'))
  return { name, inviter: email, organization: organization.name, ...place }
}

/**
 * A new link of an invitation opens all that the person was invited to before: only who could give all of it gets one.
 * @throws RunnelError `invalid_input`
 */
export async function assertNoMoreThan(
  context: OperationContext,
  { organizationId, userId: giverId }: User,
  userId: string,
): Promise<void> {
  if (await couldGiveAll(context, { organizationId, giverId, userId })) return
  throw refusedAt('user.email', 'invited_beyond_own')
}

/**
 * As `assertNoMoreThan` of who waits in this organisation, for what is asked inside of a transaction.
 * @throws RunnelError `invalid_input`
 */
export async function assertHoldsMost(context: RightsSource, person: User, userId: string): Promise<void> {
  if (person.isOrganizationAdmin) return
  const { organizationId } = person
  const [heldIn, standing] = await Promise.all([
    heldByWorkspace(context, person),
    context.db.organization(organizationId).read.findStanding(userId),
  ])
  const isOutOfReach = standing?.isAdmin !== false || standing.status === 'disable'
  if (isOutOfReach || (await listBeyond(context, { organizationId, userIds: [userId], heldIn })).length > 0)
    throw refusedAt('user.email', 'invited_beyond_own')
}

/** A right that is missing, told as a fault of the form: with 403 the inviter would leave the page. */
export function refusedAt(path: string, reason: RefusalReason): RunnelError {
  const refusal = tellWhy(reason)
  const issues = [{ path, ...refusal }]
  return new RunnelError('invalid_input', refusal.message, { issues, isForWantOfRight: true })
}
