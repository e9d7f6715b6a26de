import { RunnelError } from '@runnel/contract'
import type { FlowRateLimit } from '@runnel/operations'
import { isLoopbackHost } from '../config.ts'
import { createCountedWindows } from './counted-windows.ts'
import { networkOf } from './network-of.ts'
import type { CountSharing } from './share-counts.ts'

/** Counts calls per flow and address in fixed windows. */
export interface FlowRateLimiter {
  /** @throws RunnelError `rate_limited` with the author's words */
  take(flowId: string, address: string, limit: FlowRateLimit): void
}

/** A limiter that counts together with the other web processes, a moment behind them. */
export function createFlowRateLimiter(now: () => number, sharing: CountSharing): FlowRateLimiter {
  const windows = createCountedWindows('flows', sharing, now)
  return {
    take(flowId, address, limit) {
      const network = networkOf(address)
      // Behind a proxy that nobody declared, all of the world would share this one address.
      if (limit.isDefault === true && isLoopbackHost(network)) return
      const { count } = windows.add(`${flowId} ${network}`, limit.windowSeconds * 1_000)
      if (count > limit.max) throw new RunnelError('rate_limited', limit.message)
    },
  }
}
