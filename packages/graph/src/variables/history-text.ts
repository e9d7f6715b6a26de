import type { HistoryMessage, JsonValue } from '@runnel/contract'

/** Chat history as text: one line per message, with its role in front. */
export function historyText(messages: readonly HistoryMessage[]): string {
  return messages.map(({ role, content }) => `${role}: ${content}`).join('\n')
}

/** Chat history as a list for `{{$flow.chatHistory}}`, with what is public of each message. */
export function historyList(messages: readonly HistoryMessage[]): JsonValue[] {
  return messages.map(({ role, content }) => ({ role, content }))
}
