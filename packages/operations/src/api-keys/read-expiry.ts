import { type Principal, workspaceOf } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

function refuse(message: string): RunnelError {
  return new RunnelError('invalid_input', `expiresDate: ${message}`, {
    issues: [{ path: 'expiresDate', message }],
  })
}

/**
 * When a key is to end, in milliseconds since 1970; null for never, undefined where nothing is said of a key that is
 * there. A key that ends makes none that outlives it.
 * @throws RunnelError `invalid_input`
 */
export async function readExpiry(
  { db, now }: Pick<OperationContext, 'db' | 'now'>,
  principal: Principal,
  { expiresDate, isNew }: { expiresDate: string | null | undefined; isNew: boolean },
): Promise<number | null | undefined> {
  if (expiresDate === undefined && !isNew) return undefined
  const expiresAt = typeof expiresDate === 'string' ? Date.parse(expiresDate) : null
  if (expiresAt !== null && expiresAt <= now()) throw refuse('must be a time to come')
  if (principal.kind !== 'api-key') return expiresAt
  const own = (await db.read(workspaceOf(principal)).apiKeys.get(principal.keyId)).expiresAt
  if (own !== null && (expiresAt === null || expiresAt > own))
    throw refuse('may not be later than the end of the key that makes it')
  return expiresAt
}
