import { RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/**
 * When a key ends, in milliseconds since 1970; null for never, undefined where nothing is said.
 * @throws RunnelError `invalid_input` for a time that has passed
 */
export function readExpiry<Date extends string | null | undefined>(
  { now }: Pick<OperationContext, 'now'>,
  expiresDate: Date,
): number | null | undefined {
  if (typeof expiresDate !== 'string') return expiresDate as null | undefined
  const expiresAt = Date.parse(expiresDate)
  if (expiresAt > now()) return expiresAt
  throw new RunnelError('invalid_input', 'expiresDate: must be a time to come', {
    issues: [{ path: 'expiresDate', message: 'must be a time to come' }],
  })
}
