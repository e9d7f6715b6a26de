import { grantablePermissions, type Principal } from '@runnel/access'
import { RunnelError, tellWhy } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/**
 * A key may do no more than its maker, and nothing that only people may or that does not stand on this platform.
 * @throws RunnelError `invalid_input`
 */
export function checkGrant(context: OperationContext, principal: Principal, wanted: string[]): void {
  const refused = refusedGrants(context, principal, wanted)
  const first = refused[0]
  if (first === undefined) return
  throw new RunnelError('invalid_input', `permissions: “${first}” cannot be given to a key by you`, {
    issues: refused.map((permission) => ({
      path: 'permissions',
      ...tellWhy('key_permission', { permission }),
    })),
  })
}

/** Of what a key is to be given, what `checkGrant` refuses. */
export function refusedGrants(
  { settings }: Pick<OperationContext, 'settings'>,
  principal: Principal,
  wanted: string[],
): string[] {
  const granted = grantablePermissions(principal, wanted, settings.platformType)
  return wanted.filter((permission) => !granted.includes(permission))
}
