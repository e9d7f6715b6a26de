import { can, holds, type Principal } from '@runnel/access'
import { type ApiKey, refusalOf, tellWhy } from '@runnel/contract'
import type { ApiKeyRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { refusedGrants } from './check-grant.ts'

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
  const missing = missingOfKey(principal, key)
  if (missing.length === 0 || (endsEarlier(key, change) && can(principal, 'apikeys:delete'))) return
  throw refusalOf('forbidden', tellWhy('rights_not_held', { permissions: missing.join(', ') }))
}

/** What a key was given that is not held. */
function missingOfKey(principal: Principal, { permissions }: Pick<ApiKeyRow, 'permissions'>): string[] {
  return permissions.filter((permission) => !holds(principal, permission))
}

/**
 * What a caller may do with a key. That who may delete keys may let one of more rights end earlier is left to the delete:
 * the form of a change sends all of it.
 */
export function tellMayWithKey(
  context: OperationContext,
  principal: Principal,
  key: ApiKeyRow,
): ApiKey['may'] {
  const change = can(principal, 'apikeys:update') && missingOfKey(principal, key).length === 0
  const isOthers = principal.kind === 'user' && key.createdBy !== principal.userId
  return {
    change,
    delete: can(principal, 'apikeys:delete'),
    takeOver: change && isOthers && refusedGrants(context, principal, key.permissions).length === 0,
  }
}

function endsEarlier(
  { expiresAt }: Pick<ApiKeyRow, 'expiresAt'>,
  { expiresDate, keyName, permissions, takeOver }: KeyChange,
): boolean {
  const isAll = keyName === undefined && permissions === undefined && takeOver === undefined
  return isAll && typeof expiresDate === 'string' && Date.parse(expiresDate) <= (expiresAt ?? Infinity)
}
