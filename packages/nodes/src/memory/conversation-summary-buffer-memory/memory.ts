import type { HistoryMessage } from '@runnel/contract'
import { type Memory, readNumber } from '@runnel/node-kit'
import { summariseMessages } from '../summarise-messages.ts'

const DEFAULT_LIMIT = 2000
/** Vendors count each in their own way; this is what the engine's budget counts by, too. */
const CHARACTERS_PER_TOKEN = 4

/** A memory that keeps the last messages up to a limit of tokens, and a summary of those before. */
export const conversationSummaryBufferMemoryCapability: Memory = {
  recall: async (component, call) => {
    const { pastHistory } = call.run
    const limit = readNumber(component.values, 'maxTokenLimit') ?? DEFAULT_LIMIT
    const from = findFirstKept(pastHistory, limit * CHARACTERS_PER_TOKEN)
    const summary = await summariseMessages(component, pastHistory.slice(0, from), call)
    return [...summary, ...pastHistory.slice(from)]
  },
}

function findFirstKept(messages: readonly HistoryMessage[], limit: number): number {
  let used = 0
  for (let index = messages.length; index > 0; index -= 1) {
    used += messages[index - 1]?.content.length ?? 0
    if (used > limit) return index
  }
  return 0
}
