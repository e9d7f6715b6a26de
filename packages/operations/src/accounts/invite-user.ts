import { holdsAll } from '@runnel/access'
import { type Invitation, RunnelError } from '@runnel/contract'
import type { UserRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import type { OperationContext } from '../context.ts'
import { withInvitationMail } from '../mails/mail-pauses.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import type { RightsSource } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import {
  assertHoldsMost,
  assertNoMoreThan,
  makeInvitationLink,
  refusedAt,
  tellInvitation,
} from './invitation-link.ts'
import { type Inviter, inviterIn } from './inviter.ts'
import { linkWorkspaceUsers } from './link-workspace-users.ts'

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
  principal: Inviter,
  input: InvitationInput,
): Promise<Invitation> {
  const { organizationId } = principal
  checkActor(principal, { 'user.createdBy': input.createdBy })
  const email = input.email.trim().toLowerCase()
  const { workspace, role, inviter } = await findPlace(context, principal, input)
  const { invitations } = context.db.system
  const known = await invitations.findPerson({ organizationId, email })
  const made = {
    workspace: { id: workspace.id, name: workspace.name },
    role: { id: role.id, name: role.name },
  }
  if (known && known.status !== 'invited')
    return { ...(await bringMemberIn(context, inviter, { ...input, member: known })), ...made }
  if (known) await assertNoMoreThan(context, inviter, known.id)
  const name = nameOf(email)
  const mail = {
    to: email,
    language: input.language,
    values: await tellInvitation(context, principal, { workspace: workspace.name, role: role.name }),
  }
  const asked = { to: email, organizationId, by: principal.userId }
  return withInvitationMail(context, asked, async (isMailed) => {
    const link = makeInvitationLink(context, principal, { ...mail, isMailed })
    const waiting = await invitations.invite({
      email,
      to: { organizationId, workspaceId: workspace.id, roleId: role.id },
      link: link.kept,
      entry: (id) => ({
        ...auditEntry(principal, {
          action: 'user.invited',
          subject: { kind: 'user', id, name: email },
          after: { workspace: workspace.name, role: role.name },
        }),
        mails: link.mails(id),
      }),
      askAgain: (waiting) =>
        stillAllowed(context, principal, async (now, still) => {
          await findPlace(now, still, input)
          if (waiting !== undefined) await assertHoldsMost(now, still, waiting)
        }),
    })
    context.outbox.wake()
    return { user: { id: waiting, email, name, status: 'invited' }, ...made, ...link.answer }
  })
}

/**
 * Says whether somebody may invite there with that role at all.
 * @throws RunnelError `not_found`, `invalid_input`
 */
export async function assertInvitesTo(
  context: OperationContext,
  principal: Inviter,
  place: Pick<InvitationInput, 'workspaceId' | 'roleId'>,
): Promise<void> {
  await findPlace(context, principal, place)
}

const nameOf = (email: string) => email.slice(0, email.indexOf('@'))

/** A member is brought in as by whoever links them: the same rule, the same entry, the same mail. */
async function bringMemberIn(
  context: OperationContext,
  inviter: Inviter,
  { workspaceId, roleId, language, member }: InvitationInput & { member: UserRow },
): Promise<Pick<Invitation, 'user' | 'isMailed'>> {
  const { id, email, name, status } = member
  await linkWorkspaceUsers(context, inviter, { workspaceId, users: [{ userId: id, roleId }], language })
  return { user: { id, email, name, status }, isMailed: context.mailer !== undefined }
}

/**
 * The workspace and the role, and the inviter with what they may do in it.
 * @throws RunnelError `not_found`, `invalid_input` for a role that they may not give there
 */
async function findPlace(
  context: RightsSource,
  principal: Inviter,
  { workspaceId, roleId }: Pick<InvitationInput, 'workspaceId' | 'roleId'>,
) {
  const { read } = context.db.organization(principal.organizationId)
  const [inviter, workspace, role] = await Promise.all([
    inviterIn(context, principal, workspaceId),
    read.findWorkspace(workspaceId),
    read.findRole(roleId),
  ])
  if (!workspace) throw new RunnelError('not_found', `Workspace ${workspaceId} not found`)
  if (!role) throw new RunnelError('not_found', `Role ${roleId} not found`)
  if (!holdsAll(inviter, role.permissions)) throw refusedAt('role.id', 'role_beyond_own')
  return { workspace, role, inviter }
}
