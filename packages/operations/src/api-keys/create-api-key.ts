import { randomUUID } from 'node:crypto'
import { makerOf, type Principal, workspaceOf } from '@runnel/access'
import type { ApiKey } from '@runnel/contract'
import { createToken, hashToken } from '@runnel/drivers'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { checkGrant } from './check-grant.ts'
import { KEY_PREFIX, listApiKeys } from './list-api-keys.ts'
import { readExpiry } from './read-expiry.ts'

const HINT_LENGTH = 4

/** The person with whom a key ends, also when a key of theirs made it. */
async function findMaker({ db }: OperationContext, principal: Principal): Promise<string | null> {
  if (principal.kind !== 'api-key') return makerOf(principal)
  return (await db.read(principal.workspaceId).apiKeys.find(principal.keyId))?.createdBy ?? null
}

/** Creates a key; the answer lists the newest keys, with the new one marked and shown whole, this once. */
export async function createApiKey(
  context: OperationContext,
  principal: Principal,
  input: { keyName: string; permissions: string[]; expiresDate?: string | null | undefined },
): Promise<ApiKey[]> {
  checkGrant(context, principal, input.permissions)
  const key = `${KEY_PREFIX}${createToken()}`
  const id = randomUUID()
  const { keyName, permissions } = input
  const createdBy = await findMaker(context, principal)
  const expiresAt = await readExpiry(context, principal, { expiresDate: input.expiresDate, isNew: true })
  await context.db.write(workspaceOf(principal), async (writer) => {
    const row = { id, keyName, keyHash: hashToken(key), keyHint: key.slice(-HINT_LENGTH) }
    await writer.apiKeys.insert({ ...row, permissions, expiresAt, createdBy })
    const after = { keyName, permissions, expiresDate: input.expiresDate ?? null }
    const subject = { kind: 'api-key', id, name: keyName }
    await writer.audit.append(auditEntry(principal, { action: 'api-key.created', subject, after }))
  })
  return (await listApiKeys(context, principal, { shown: { id, key } })).rows
}
