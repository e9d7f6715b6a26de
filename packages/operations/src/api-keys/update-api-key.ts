import { type Principal, workspaceOf } from '@runnel/access'
import { type ApiKey, isoTime } from '@runnel/contract'
import type { ApiKeyRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { checkGrant } from './check-grant.ts'
import { listApiKeys } from './list-api-keys.ts'
import { readExpiry } from './read-expiry.ts'

const describeKey = ({ keyName, permissions, expiresAt }: ApiKeyRow) => ({
  keyName,
  permissions,
  expiresDate: expiresAt === null ? null : isoTime(expiresAt),
})

/** Renames a key or changes what it may do. */
export async function updateApiKey(
  context: OperationContext,
  principal: Principal,
  change: {
    id: string
    keyName?: string | undefined
    permissions?: string[] | undefined
    expiresDate?: string | null | undefined
  },
): Promise<ApiKey[]> {
  if (change.permissions) checkGrant(principal, change.permissions)
  const { id, expiresDate, ...named } = change
  const patch = { ...named, expiresAt: await readExpiry(context, principal, { expiresDate, isNew: false }) }
  const workspaceId = workspaceOf(principal)
  const before = await context.db.read(workspaceId).apiKeys.get(id)
  await context.db.write(workspaceId, async (writer) => {
    const after = await writer.apiKeys.update(id, patch)
    const subject = { kind: 'api-key', id, name: after.keyName }
    const changed = { before: describeKey(before), after: describeKey(after) }
    await writer.audit.append(auditEntry(principal, { action: 'api-key.updated', subject, ...changed }))
  })
  return (await listApiKeys(context, principal)).rows
}
