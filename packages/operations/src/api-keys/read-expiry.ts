import { type Principal, workspaceOf } from '@runnel/access'
import { type RefusalReason, refusalOf, tellWhy } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

function refuse(reason: RefusalReason) {
  return refusalOf('invalid_input', tellWhy(reason), { path: 'expiresDate' })
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
  if (expiresAt !== null && expiresAt <= now()) throw refuse('key_end_past')
  if (principal.kind !== 'api-key') return expiresAt
  const own = (await db.read(workspaceOf(principal)).apiKeys.get(principal.keyId)).expiresAt
  if (own !== null && (expiresAt === null || expiresAt > own)) throw refuse('key_end_late')
  return expiresAt
}
