import { setTimeout as wait } from 'node:timers/promises'
import type { ProviderContext } from '@runnel/node-kit'

/** What a vendor's code gets in tests: the real network and the real clock. */
export function providerContext(credential?: Record<string, string>): ProviderContext {
  return {
    fetch,
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    ...(credential === undefined ? {} : { credential }),
  }
}
