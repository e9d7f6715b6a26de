import { RunnelError } from '@runnel/contract'
import type { FlowRateLimit } from '@runnel/operations'
import { isLoopbackHost } from '../config.ts'
import { networkOf } from './network-of.ts'

const MAX_ENTRIES = 100_000

/** Counts calls per flow and address in fixed windows. */
export interface FlowRateLimiter {
  /** @throws RunnelError `rate_limited` with the author's words */
  take(flowId: string, address: string, limit: FlowRateLimit): void
}

/** A limiter that counts in this process. */
export function createFlowRateLimiter(now: () => number): FlowRateLimiter {
  const windows = new Map<string, { count: number; until: number }>()
  return {
    take(flowId, address, limit) {
      const network = networkOf(address)
      // Behind a proxy that nobody declared, all of the world would share this one address.
      if (limit.isDefault === true && isLoopbackHost(network)) return
      const key = `${flowId} ${network}`
      const time = now()
      const known = windows.get(key)
      const window =
        known && known.until > time ? known : { count: 0, until: time + limit.windowSeconds * 1_000 }
      window.count += 1
      if (windows.size >= MAX_ENTRIES) windows.clear()
      windows.set(key, window)
      if (window.count > limit.max) throw new RunnelError('rate_limited', limit.message)
    },
  }
}
