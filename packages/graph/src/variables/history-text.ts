import type { HistoryMessage } from '@runnel/contract'

/** Chat history as text: one line per message, with its role in front. */
export function historyText(messages: readonly HistoryMessage[]): string {
  return messages.map(({ role, content }) => `${role}: ${content}`).join('\n')
}
