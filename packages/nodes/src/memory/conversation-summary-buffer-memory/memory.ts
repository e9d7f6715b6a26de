import type { HistoryMessage } from '@runnel/contract'
import { type Memory, openTokenCounter, readNumber, type TokenCounter } from '@runnel/node-kit'
import { summariseMessages } from '../summarise-messages.ts'

const DEFAULT_LIMIT = 2000

/** A memory that keeps the last messages up to a limit of tokens, and a summary of those before. */
export const conversationSummaryBufferMemoryCapability: Memory = {
  recall: async (component, call) => {
    const { pastHistory } = call.run
    const limit = readNumber(component.values, 'maxTokenLimit') ?? DEFAULT_LIMIT
    const from = findFirstKept(pastHistory, limit, await openTokenCounter())
    const summary = await summariseMessages(component, pastHistory.slice(0, from), call)
    return [...summary, ...pastHistory.slice(from)]
  },
}

function findFirstKept(messages: readonly HistoryMessage[], limit: number, count: TokenCounter): number {
  let left = limit
  for (let index = messages.length; index > 0; index -= 1) {
    left -= count(messages[index - 1]?.content ?? '', left)
    if (left < 0) return index
  }
  return 0
}
