import { type CallOrigin, refusalOf, tellWhy } from '@runnel/contract'
import type { UserRow } from '@runnel/db'
import {
  type OpenInvitation,
  openInvitation,
  refuseInvitation,
  settleInvitation,
} from '../accounts/accept-invitation.ts'
import type { OperationContext } from '../context.ts'
import type { Person } from '../people-rights.ts'
import { domainOf, readOwnDomains } from './organization-domains.ts'

/** Who is signed in, and by whose provider. */
type Joiner = Pick<Person, 'userId' | 'signOnOrganizationId'>

/**
 * Accepts an invitation to the address of one's own account, as who is signed in to it: by its session in place of its
 * password, which an account that a provider made does not have. Who came by a provider and has no password comes by it to the
 * new organisation as well. Every refusal of the link looks alike.
 * @throws RunnelError `invalid_input`
 */
export async function joinByInvitation(
  context: OperationContext,
  principal: Joiner,
  { token, from }: { token: string; from: CallOrigin },
) {
  const account = await context.db.system.accounts.findUser(principal.userId)
  if (account?.status !== 'active') throw refuseInvitation()
  const { id: userId, email, name: called } = account
  const invitation = await openInvitation(context, { token, email })
  const signOnOrganizationId = await findWayBack(context, principal, { account, invitation })
  const arrival = { kind: 'signed-in', userId, signOnOrganizationId } as const
  return settleInvitation(context, invitation, { arrival, called, from })
}

/**
 * By whose provider somebody comes to the organisation that invited them, who has no other way. What a provider says of
 * addresses that are not its own must open nothing elsewhere: it could be anybody there.
 * @throws RunnelError `invalid_input`
 */
async function findWayBack(
  context: OperationContext,
  { signOnOrganizationId }: Joiner,
  { account, invitation: { invited } }: { account: UserRow; invitation: OpenInvitation },
): Promise<string | null> {
  if (signOnOrganizationId === undefined || account.passwordHash !== null) return null
  if (signOnOrganizationId === invited.organizationId) return null
  const isOwn = await readOwnDomains(context, signOnOrganizationId)
  if (isOwn(account.email)) return signOnOrganizationId
  throw refusalOf('invalid_input', tellWhy('domain_not_proved', { domain: domainOf(account.email) }))
}
