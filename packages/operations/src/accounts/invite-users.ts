import { emailSchema, type InvitationResult, isRunnelError, tellWhy } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { assertInvitesTo, inviteUser } from './invite-user.ts'
import type { Inviter } from './inviter.ts'

/** How many are invited at once: a mail takes its time. */
const AT_ONCE = 4

interface InvitationsInput {
  emails: readonly string[]
  workspaceId: string
  roleId: string
  language: MailLanguage
}

interface SeveralInvitations extends InvitationsInput {
  /** Writes down that somebody was refused for want of a right, where the call itself goes well. */
  noteRefusal(): Promise<void>
}

/**
 * Invites several people with one role, each as `inviteUser` does: whole or not at all, with a result of its own. An address
 * that is named twice is invited once. What concerns all of them refuses the call before anybody is invited.
 * @throws RunnelError `not_found` for a workspace or role of others, `invalid_input` for a role of more rights
 */
export async function inviteUsers(
  context: OperationContext,
  principal: Inviter,
  { emails, noteRefusal, ...place }: SeveralInvitations,
): Promise<{ results: InvitationResult[] }> {
  await assertInvitesTo(context, principal, place)
  const wanted = [...new Map(emails.map((email) => [email.trim().toLowerCase(), email.trim()])).values()]
  const results: InvitationResult[] = []
  const refusals: unknown[] = []
  for (let from = 0; from < wanted.length; from += AT_ONCE)
    results.push(
      ...(await Promise.all(
        wanted
          .slice(from, from + AT_ONCE)
          .map((email) => inviteOne(context, principal, { ...place, email, refusals })),
      )),
    )
  // The call goes well: what was refused in it for want of a right is noted here.
  if (refusals.some((error) => isRunnelError(error) && error.isForWantOfRight)) await noteRefusal()
  return { results }
}

async function inviteOne(
  context: OperationContext,
  principal: Inviter,
  { refusals, ...input }: Omit<InvitationsInput, 'emails'> & { email: string; refusals: unknown[] },
): Promise<InvitationResult> {
  const { email } = input
  if (!emailSchema.safeParse(email).success) return { email, outcome: 'malformed', isMailed: false }
  try {
    const { user, isMailed, inviteLink } = await inviteUser(context, principal, input)
    const outcome = user.status === 'invited' ? 'invited' : 'added'
    return { email, outcome, isMailed, ...(inviteLink === undefined ? {} : { inviteLink }) }
  } catch (error) {
    refusals.push(error)
    return { email, isMailed: false, ...toldOf(context, error) }
  }
}

/** Why one of them was not invited; the others go on. */
function toldOf({ log }: OperationContext, error: unknown): Pick<InvitationResult, 'outcome' | 'refusal'> {
  if (isRunnelError(error) && error.body.reason === 'in_workspace_already') return { outcome: 'present' }
  if (!isRunnelError(error) || error.status >= 500) {
    log.error({ err: error }, 'One of several people could not be invited')
    return { outcome: 'refused', refusal: tellWhy('invitation_failed') }
  }
  const [issue] = error.issues
  const { message } = error
  return { outcome: 'refused', refusal: issue?.reason ? issue : { message, ...pickTold(error.body) } }
}

const pickTold = ({ reason, details }: { reason?: unknown; details?: unknown }) =>
  typeof reason === 'string' ? { reason, ...(isTexts(details) ? { details } : {}) } : {}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'string')
