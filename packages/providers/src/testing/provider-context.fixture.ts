import { setTimeout as wait } from 'node:timers/promises'
import type { JsonObject } from '@runnel/contract'
import type { VendorContext } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'

/** What a vendor's code gets in tests: the real network and the real clock; `files` are there by id or address. */
export function providerContext(
  credential?: Record<string, string>,
  files: Record<string, Uint8Array> = {},
): VendorContext {
  return {
    fetch,
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    readFile: async (source) => {
      const [name = ''] = Object.values(source)
      const bytes = files[name]
      if (!bytes) throw new Error(`There is no such file: ${JSON.stringify(source)}`)
      return bytes
    },
    ...(credential === undefined ? {} : { credential }),
  }
}

/** A model's component with these values. */
export function modelWith(values: JsonObject) {
  return createTestComponent('chatModel', { values })
}
