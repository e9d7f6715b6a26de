import type { Principal } from '@runnel/access'
import { RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/** A signed-in user. */
export type UserPrincipal = Principal & { kind: 'user' }

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
export function assertOwnAccount(principal: Principal): UserPrincipal {
  const user = assertUser(principal)
  if (user.signOnOrganizationId === undefined) return user
  throw refusalOf('forbidden', tellWhy('account_of_provider'))
}

/**
 * The account of a signed-in user, who proves once more to be its owner. A wrong password is told as a fault of its
 * field: 401 and 403 would end the session or leave the page.
 * @throws RunnelError `invalid_input` naming `field`
 */
export async function provePassword(
  context: OperationContext,
  principal: UserPrincipal,
  { field, password }: { field: string; password: string },
) {
  const user = await context.db.system.accounts.findUser(principal.userId)
  const { passwordHash } = user ?? {}
  if (user && passwordHash && (await context.passwords.verify(password, passwordHash)))
    return { ...user, passwordHash }
  throw new RunnelError('invalid_input', 'The password is not right.', {
    issues: [{ path: field, ...tellWhy('password_wrong') }],
  })
}
