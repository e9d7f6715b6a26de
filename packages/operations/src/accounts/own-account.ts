import type { Principal } from '@runnel/access'
import { RunnelError, refusalOf, tellWhy } from '@runnel/contract'

/** A signed-in user. */
export type UserPrincipal = Principal & { kind: 'user' }

declare const own: unique symbol

/** Who is signed in to an account and may change it. Only `assertOwnAccount` makes one. */
export type OwnAccount = UserPrincipal & { readonly [own]: true }

/** The signed-in user; keys and strangers have no account. @throws RunnelError `unauthenticated` */
export function assertUser(principal: Principal): UserPrincipal {
  if (principal.kind === 'user') return principal
  throw new RunnelError('unauthenticated', 'Invalid or Missing token')
}

/**
 * The signed-in user, where they may change their account: who came by a provider of their organisation may not, since
 * what that provider says holds in its organisation and no further.
 * @throws RunnelError `unauthenticated`, `forbidden`
 */
export function assertOwnAccount(principal: Principal): OwnAccount {
  const user = assertUser(principal)
  if (user.signOnOrganizationId === undefined) return user as OwnAccount
  throw refusalOf('forbidden', tellWhy('account_of_provider'))
}
