import { holdsAll, type Principal } from '@runnel/access'
import { type Invitation, type RefusalReason, RunnelError, tellWhy } from '@runnel/contract'
import { createToken, hashToken } from '@runnel/drivers'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from './mail-texts.ts'
import { linkTo, sendMail, tellByMail } from './send-mail.ts'
import { couldGiveAll, type ShownLink } from './shown-link.ts'

/** How long an invitation stands, in milliseconds. */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1_000
/** Who may invite at all, by what their role in the workspace says. */
const INVITING = ['workspace:add-user', 'users:manage']

type User = Principal & { kind: 'user' }

interface InvitationInput {
  email: string
  workspaceId: string
  roleId: string
  createdBy?: string | null | undefined
  language: MailLanguage
}

/**
 * Invites somebody into a workspace with a role; again for a new link. Who has an account in the organisation is a
 * member at once. Nobody gives a role that may do what they may not do there themselves, and nobody gets the link of
 * somebody who was invited to more than that.
 * @throws RunnelError `not_found` for a workspace or role of others, `invalid_input` for a role or a person of more rights
 */
export async function inviteUser(
  context: OperationContext,
  principal: User,
  input: InvitationInput,
): Promise<Invitation> {
  const { organizationId } = principal
  checkActor(principal, { 'user.createdBy': input.createdBy })
  const email = input.email.trim().toLowerCase()
  const { workspace, role, inviter } = await findPlace(context, principal, input)
  if (!holdsAll(inviter, role.permissions)) throw refused('role.id', 'role_beyond_own')
  const known = await context.db.system.accounts.findUserByEmail(email)
  if (known?.status === 'invited') await assertNoMoreThan(context, inviter, known.id)
  const token = createToken()
  const shown: ShownLink = { shownTo: principal.userId }
  const kept = {
    hash: hashToken(token),
    purpose: 'invitation' as const,
    expiresAt: context.now() + INVITATION_MS,
    ...(context.mailer === undefined ? { data: shown } : {}),
  }
  const user = { email, name: nameOf(email), status: 'invited' }
  const subject = { kind: 'user', name: email }
  const { userId, isMember } = await context.db.system.accountLife.invite({
    email,
    to: { organizationId, workspaceId: workspace.id, roleId: role.id },
    link: kept,
    entry: (id) =>
      auditEntry(principal, {
        action: 'user.invited',
        subject: { ...subject, id },
        after: { workspace: workspace.name, role: role.name },
      }),
  })
  const made = {
    workspace: { id: workspace.id, name: workspace.name },
    role: { id: role.id, name: role.name },
  }
  const mail = {
    to: email,
    language: input.language,
    values: { inviter: principal.email ?? '', workspace: workspace.name },
  }
  if (isMember && known) {
    tellByMail(context, { ...mail, about: 'added', url: linkTo(context, '/login', {}) })
    const { name, status } = known
    return { user: { id: userId, email, name, status }, ...made, isMailed: context.mailer !== undefined }
  }
  const link = linkTo(context, '/register', { token, email })
  const delivered = await deliver(context, { ...mail, url: link })
  // A mail that did not go out: now its link is in other hands than was thought.
  if (context.mailer !== undefined && !delivered.isMailed && (known?.status ?? 'invited') === 'invited')
    await context.db.system.tokens.insert({ ...kept, userId, data: shown })
  return { user: { id: userId, ...user }, ...made, ...delivered }
}

const nameOf = (email: string) => email.slice(0, email.indexOf('@'))

/** The workspace and the role, and the inviter with what they may do there: as the role in the active one does not count. */
async function findPlace(
  context: OperationContext,
  principal: User,
  { workspaceId, roleId }: InvitationInput,
) {
  const { read } = context.db.organization(principal.organizationId)
  const [workspace, role, here] = await Promise.all([
    read.findWorkspace(workspaceId),
    read.findRole(roleId),
    read.findMembership(principal.userId),
  ])
  const permissions = here.workspaces.find(({ id }) => id === workspaceId)?.permissions ?? []
  const inviter: User = { ...principal, workspaceId, permissions }
  const mayInvite = principal.isOrganizationAdmin || INVITING.some((wanted) => permissions.includes(wanted))
  if (!workspace || !mayInvite) throw new RunnelError('not_found', `Workspace ${workspaceId} not found`)
  if (!role) throw new RunnelError('not_found', `Role ${roleId} not found`)
  return { workspace, role, inviter }
}

/** A new link of an invitation opens all that the person was invited to before: only who could give all of it gets one. */
async function assertNoMoreThan(context: OperationContext, inviter: User, userId: string): Promise<void> {
  if (await couldGiveAll(context, { giverId: inviter.userId, userId })) return
  throw refused('user.email', 'invited_beyond_own')
}

/** Told as a fault of the form: with 403 the inviter would leave the page. */
function refused(path: string, reason: RefusalReason): RunnelError {
  const refusal = tellWhy(reason)
  return new RunnelError('invalid_input', refusal.message, { issues: [{ path, ...refusal }] })
}

/** The link goes to the mailbox alone; only where no mail reaches it, it is shown to who invites. */
async function deliver(
  context: OperationContext,
  mail: { to: string; language: MailLanguage; values: Record<string, string>; url: string },
): Promise<Pick<Invitation, 'isMailed' | 'inviteLink'>> {
  if (context.mailer === undefined) return { isMailed: false, inviteLink: mail.url }
  try {
    await sendMail(context, { ...mail, about: 'invitation' })
    return { isMailed: true }
  } catch (error) {
    context.log.warn({ err: error }, 'An invitation could not be mailed; its link was shown instead')
    return { isMailed: false, inviteLink: mail.url }
  }
}
