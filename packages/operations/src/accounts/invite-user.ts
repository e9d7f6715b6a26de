import { holdsAll, type Principal } from '@runnel/access'
import { type Invitation, RunnelError } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import type { OperationContext } from '../context.ts'
import { assertNoMoreThan, deliverInvitation, makeInvitationLink, refusedAt } from './invitation-link.ts'
import { withInvitationMail } from './mail-pauses.ts'
import type { MailLanguage } from './mail-texts.ts'
import { linkTo, tellByMail } from './send-mail.ts'

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
 * Invites somebody into a workspace with a role; again for a new link. A member of the organisation is one of the workspace
 * at once; everybody else waits there until they come by the link, whether or not they have an account: nobody learns here
 * of accounts that are not of the organisation. Nobody gives a role that may do what they may not do there themselves, and nobody gets the link of
 * somebody who was invited to more than that.
 * @throws RunnelError `not_found` for a workspace or role of others, `invalid_input` for a role or a person of more rights,
 * `rate_limited` when a mail went there just now
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
  if (!holdsAll(inviter, role.permissions)) throw refusedAt('role.id', 'role_beyond_own')
  const { invitations } = context.db.system
  const known = await invitations.findPerson({ organizationId, email })
  if (known?.status === 'invited') await assertNoMoreThan(context, inviter, known.id)
  const link = makeInvitationLink(context, principal, email)
  const user = { email, name: nameOf(email), status: 'invited' }
  const subject = { kind: 'user', name: email }
  const invite = () =>
    invitations.invite({
      email,
      to: { organizationId, workspaceId: workspace.id, roleId: role.id },
      link: link.kept,
      entry: (id) =>
        auditEntry(principal, {
          action: 'user.invited',
          subject: { ...subject, id },
          after: { workspace: workspace.name, role: role.name },
        }),
    })
  const isAsked = known === undefined || known.status === 'invited'
  const { userId, isMember } = await (isAsked
    ? withInvitationMail(context, { to: email, organizationId }, invite)
    : invite())
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
  const delivered = await deliverInvitation(context, { ...mail, link, waiting: userId, organizationId })
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
  const missing = `Workspace ${workspaceId} not found`
  if (!workspace) throw new RunnelError('not_found', missing)
  if (!mayInvite) throw new RunnelError('not_found', missing, { isForWantOfRight: true })
  if (!role) throw new RunnelError('not_found', `Role ${roleId} not found`)
  return { workspace, role, inviter }
}
