import type { Egress } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'

/** Longest wait for a provider while somebody stands before the sign-in, in milliseconds; largest answer in bytes. */
const LIMITS = { timeoutMs: 15_000, headersTimeoutMs: 15_000, maxBytes: 2_000_000 }

/** The guarded way to providers of sign-ins. */
export function providerFetch({ egress }: Pick<OperationContext, 'egress'>): Egress['fetch'] {
  return egress.fetchWith(LIMITS)
}
