import { type Principal, workspaceOf } from '@runnel/access'
import { type ApiKey, isoTime, RunnelError, tellWhy } from '@runnel/contract'
import type { ApiKeyRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { assertMayChangeKey } from './assert-may-change-key.ts'
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
function takerOf(context: OperationContext, principal: Principal, permissions: string[]): string {
  checkGrant(context, principal, permissions)
  if (principal.kind === 'user') return principal.userId
  throw new RunnelError('invalid_input', 'takeOver: only somebody who is signed in takes a key over.', {
    issues: [{ path: 'takeOver', ...tellWhy('take_over_signed_in') }],
  })
}

/**
 * Renames a key, changes what it may do, or takes it over. `expectedRevision`: the one that was read; without it the change is
 * unconditional. @throws RunnelError `forbidden` for one that holds more, `stale_revision`
 */
export async function updateApiKey(
  context: OperationContext,
  principal: Principal,
  change: {
    id: string
    keyName?: string | undefined
    permissions?: string[] | undefined
    expiresDate?: string | null | undefined
    takeOver?: true | undefined
    expectedRevision?: number | undefined
  },
): Promise<ApiKey[]> {
  if (change.permissions) checkGrant(context, principal, change.permissions)
  const { id, expiresDate, takeOver, expectedRevision, ...named } = change
  const workspaceId = workspaceOf(principal)
  const before = await context.db.read(workspaceId).apiKeys.get(id)
  const createdBy = takeOver && takerOf(context, principal, before.permissions)
  const expiresAt = await readExpiry(context, principal, { expiresDate, isNew: false })
  const patch = { ...named, expiresAt, createdBy }
  assertMayChangeKey(principal, before, change)
  await context.db.write(workspaceId, async (writer) => {
    const after = await writer.apiKeys.update(id, patch, { expectedRevision })
    const subject = { kind: 'api-key', id, name: after.keyName }
    const changed = { before: describeKey(before), after: describeKey(after) }
    await writer.audit.append(auditEntry(principal, { action: 'api-key.updated', subject, ...changed }))
  })
  return (await listApiKeys(context, principal)).rows
}
