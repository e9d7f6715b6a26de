import type { Memory } from '@runnel/node-kit'

/** A memory that keeps every message. */
export const bufferMemoryCapability: Memory = {
  recall: async (_component, { run }) => run.pastHistory,
}
