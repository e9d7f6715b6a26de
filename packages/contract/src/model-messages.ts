import type { ModelMessage } from './messages.ts'
import { filesOf, type HistoryMessage, type RunFile } from './run-input.ts'

/** Messages of a history as a model sees them, a person's with the files given with them. */
export function toModelMessages(history: readonly HistoryMessage[]): ModelMessage[] {
  return history.map((message) => {
    const named = message.name === undefined ? {} : { name: message.name }
    if (message.role === 'assistant') return { role: 'assistant', content: message.content, ...named }
    return { ...toUserMessage(message.content, filesOf(message)), ...named }
  })
}

/** A person's message: the text, and behind it the files given with it. */
export function toUserMessage(
  content: string,
  files: readonly RunFile[] = [],
): ModelMessage & { role: 'user' } {
  if (files.length === 0) return { role: 'user', content }
  const text = content === '' ? [] : [{ type: 'text' as const, text: content }]
  return { role: 'user', content: [...text, ...files.map((file) => ({ type: 'file' as const, ...file }))] }
}
