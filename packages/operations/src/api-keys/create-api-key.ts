import { randomUUID } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import type { ApiKey } from '@runnel/contract'
import { createToken, hashToken } from '@runnel/drivers'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { checkGrant } from './check-grant.ts'
import { KEY_PREFIX, listApiKeys } from './list-api-keys.ts'
import { readExpiry } from './read-expiry.ts'

const HINT_LENGTH = 4

/** Creates a key; the answer lists the newest keys, with the new one marked and shown whole, this once. */
export async function createApiKey(
  context: OperationContext,
  principal: Principal,
  input: { keyName: string; permissions: string[]; expiresDate?: string | null | undefined },
): Promise<ApiKey[]> {
  checkGrant(principal, input.permissions)
  const key = `${KEY_PREFIX}${createToken()}`
  const id = randomUUID()
  const { keyName, permissions } = input
  const expiresAt = await readExpiry(context, principal, { expiresDate: input.expiresDate, isNew: true })
  await context.db.write(workspaceOf(principal), async (writer) => {
    const keyHint = key.slice(-HINT_LENGTH)
    await writer.apiKeys.insert({ id, keyName, keyHash: hashToken(key), keyHint, permissions, expiresAt })
    const after = { keyName, permissions, expiresDate: input.expiresDate ?? null }
    const subject = { kind: 'api-key', id, name: keyName }
    await writer.audit.append(auditEntry(principal, { action: 'api-key.created', subject, after }))
  })
  return (await listApiKeys(context, principal, { shown: { id, key } })).rows
}
