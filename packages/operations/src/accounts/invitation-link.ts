import type { Principal } from '@runnel/access'
import { type Invitation, type RefusalReason, RunnelError, tellWhy } from '@runnel/contract'
import type { NewMail } from '@runnel/db'
import { createToken, hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { promiseMail } from '../mails/promise-mail.ts'
import { listBeyond } from '../people/assert-may-govern.ts'
import { heldByWorkspace, type RightsSource } from '../people-rights.ts'
import { linkTo } from './send-mail.ts'
import { couldGiveAll, type GivenLink, mayBeShown } from './shown-link.ts'

/** How long an invitation stands, in milliseconds. */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1_000
const PURPOSE = 'invitation'

type User = Principal & { kind: 'user' }

/** A link by which somebody accepts, what is kept of it, and what its maker is answered. */
interface InvitationLink {
  kept: { hash: string; purpose: 'invitation'; expiresAt: number; data: GivenLink }
  /** The mail that brings it to who waits for it. */
  mails(waiting: string): NewMail[]
  answer: Pick<Invitation, 'isMailed' | 'inviteLink'>
}

/**
 * Makes a link for the person of an address; it counts once it is kept. It goes to the mailbox alone; only where no mail goes
 * out, and it may be shown, who invites sees it.
 */
export function makeInvitationLink(
  context: OperationContext,
  { userId: givenBy, organizationId }: User,
  {
    isMailed,
    ...mail
  }: { to: string; language: MailLanguage; values: Record<string, string>; isMailed: boolean },
): InvitationLink {
  const token = createToken()
  const url = linkTo(context, '/register', { token, email: mail.to })
  const isShown = !isMailed && mayBeShown(context)
  const link = { purpose: PURPOSE, lastsMs: INVITATION_MS } as const
  return {
    kept: {
      hash: hashToken(token),
      purpose: PURPOSE,
      expiresAt: context.now() + INVITATION_MS,
      data: isShown ? { shownTo: givenBy } : { givenBy },
    },
    mails: (userId) =>
      isMailed
        ? promiseMail(context, { ...mail, about: 'invitation', url, link, userId, organizationId })
        : [],
    answer: { isMailed, ...(isShown ? { inviteLink: url } : {}) },
  }
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
