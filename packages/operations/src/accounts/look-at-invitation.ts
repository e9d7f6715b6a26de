import type { InvitationOffer } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { findInvitation } from './accept-invitation.ts'

/** Places that are told one by one. */
const MOST_TOLD = 10

/**
 * Tells who holds the link of an invitation what it is, before they fill anything in. Nothing is told of whoever else has an
 * account; null alike for every link that does not count.
 */
export async function lookAtInvitation(
  context: OperationContext,
  token: string,
): Promise<{ invitation: InvitationOffer | null }> {
  const found = await findInvitation(context, token)
  if (!found) return { invitation: null }
  const { invited, place, workspaces, giverId } = found
  const giver = giverId === undefined ? undefined : await context.db.system.accounts.findUser(giverId)
  const places = workspaces
    .toReversed()
    .slice(0, MOST_TOLD)
    .map(({ name, roleName }) => ({ workspace: { name }, role: { name: roleName } }))
  return {
    invitation: {
      email: invited.email,
      organization: { name: place.organization.name },
      inviter: giver ? { name: giver.name, email: giver.email } : null,
      places,
      morePlaces: workspaces.length - places.length,
    },
  }
}
