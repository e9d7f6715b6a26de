import type { Principal } from '@runnel/access'
import { refusalOf, tellWhy } from '@runnel/contract'
import { type Person, personOf } from '../people-rights.ts'

declare const own: unique symbol

/** Who is signed in to an account and may change it. Only `assertOwnAccount` makes one. */
export type OwnAccount = Person & { readonly [own]: true }

/**
 * The signed-in person, where they may change their account: who came by a provider of their organisation may not, since
 * what that provider says holds in its organisation and no further.
 * @throws RunnelError `unauthenticated`, `forbidden`
 */
export function assertOwnAccount(principal: Principal): OwnAccount {
  const person = personOf(principal)
  if (person.signOnOrganizationId === undefined) return person as OwnAccount
  throw refusalOf('forbidden', tellWhy('account_of_provider'))
}
