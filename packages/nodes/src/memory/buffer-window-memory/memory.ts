import { type Memory, readNumber } from '@runnel/node-kit'

const DEFAULT_EXCHANGES = 4

/** A memory of the last exchanges only: a question and its answer are two messages. */
export const bufferWindowMemoryCapability: Memory = {
  recall: async ({ values }, { run }) => {
    const exchanges = Math.floor(readNumber(values, 'k') ?? DEFAULT_EXCHANGES)
    return exchanges > 0 ? run.pastHistory.slice(-2 * exchanges) : []
  },
}
