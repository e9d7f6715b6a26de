import { can, holds, type Principal } from '@runnel/access'
import { refusalOf, tellWhy } from '@runnel/contract'
import type { ApiKeyRow } from '@runnel/db'

/** A change of a key; what is absent stays. */
interface KeyChange {
  keyName?: string | undefined
  permissions?: string[] | undefined
  expiresDate?: string | null | undefined
  takeOver?: true | undefined
}

/**
 * Whoever changes a key holds all that it was given: a name, a longer life or less to do are theirs to give alone who
 * could have made it. Whoever may delete keys may let one end earlier.
 * @throws RunnelError `forbidden` naming what is missing
 */
export function assertMayChangeKey(
  principal: Principal,
  key: Pick<ApiKeyRow, 'permissions' | 'expiresAt'>,
  change: KeyChange,
): void {
  const missing = key.permissions.filter((permission) => !holds(principal, permission))
  if (missing.length === 0 || (endsEarlier(key, change) && can(principal, 'apikeys:delete'))) return
  throw refusalOf('forbidden', tellWhy('rights_not_held', { permissions: missing.join(', ') }))
}

function endsEarlier(
  { expiresAt }: Pick<ApiKeyRow, 'expiresAt'>,
  { expiresDate, keyName, permissions, takeOver }: KeyChange,
): boolean {
  const isAll = keyName === undefined && permissions === undefined && takeOver === undefined
  return isAll && typeof expiresDate === 'string' && Date.parse(expiresDate) <= (expiresAt ?? Infinity)
}
