import { can, type Principal, workspaceOf } from '@runnel/access'
import { type ApiKey, isoTime, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { ApiKeyRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { checkGrant } from './check-grant.ts'
import { listApiKeys } from './list-api-keys.ts'
import { readExpiry } from './read-expiry.ts'

const describeKey = ({ keyName, permissions, expiresAt, createdBy }: ApiKeyRow) => ({
  keyName,
  maker: createdBy,
  permissions,
  expiresDate: expiresAt === null ? null : isoTime(expiresAt),
})

/** Only who holds all that a key was given takes it over: nobody gives a key away by it, and it loses nothing. */
function takerOf(principal: Principal, permissions: string[]): string {
  checkGrant(principal, permissions)
  if (principal.kind === 'user') return principal.userId
  throw new RunnelError('invalid_input', 'takeOver: only somebody who is signed in takes a key over.', {
    issues: [{ path: 'takeOver', ...tellWhy('take_over_signed_in') }],
  })
}

/**
 * Whoever changes a key holds all that it was given: a name, a longer life or less to do are theirs to give alone who
 * could have made it. Whoever may delete keys may let one end earlier.
 * @throws RunnelError `forbidden` naming what is missing
 */
function assertMayChange(principal: Principal, key: ApiKeyRow, change: KeyChange): void {
  const missing = key.permissions.filter((permission) => !can(principal, permission))
  if (missing.length === 0 || (endsEarlier(key, change) && can(principal, 'apikeys:delete'))) return
  throw refusalOf('forbidden', tellWhy('rights_not_held', { permissions: missing.join(', ') }))
}

function endsEarlier(
  { expiresAt }: ApiKeyRow,
  { expiresDate, keyName, permissions, takeOver }: KeyChange,
): boolean {
  const isAll = keyName === undefined && permissions === undefined && takeOver === undefined
  return isAll && typeof expiresDate === 'string' && Date.parse(expiresDate) <= (expiresAt ?? Infinity)
}

/** A change of a key; what is absent stays. */
interface KeyChange {
  id: string
  keyName?: string | undefined
  permissions?: string[] | undefined
  expiresDate?: string | null | undefined
  takeOver?: true | undefined
}

/** Renames a key, changes what it may do, or takes it over. @throws RunnelError `forbidden` for a key that holds more */
export async function updateApiKey(
  context: OperationContext,
  principal: Principal,
  change: KeyChange,
): Promise<ApiKey[]> {
  if (change.permissions) checkGrant(principal, change.permissions)
  const { id, expiresDate, takeOver, ...named } = change
  const workspaceId = workspaceOf(principal)
  const before = await context.db.read(workspaceId).apiKeys.get(id)
  // What a page takes over has its own words for who may not.
  if (!takeOver) assertMayChange(principal, before, change)
  const createdBy = takeOver && takerOf(principal, before.permissions)
  const expiresAt = await readExpiry(context, principal, { expiresDate, isNew: false })
  const patch = { ...named, expiresAt, createdBy }
  await context.db.write(workspaceId, async (writer) => {
    const after = await writer.apiKeys.update(id, patch)
    const subject = { kind: 'api-key', id, name: after.keyName }
    const changed = { before: describeKey(before), after: describeKey(after) }
    await writer.audit.append(auditEntry(principal, { action: 'api-key.updated', subject, ...changed }))
  })
  return (await listApiKeys(context, principal)).rows
}
