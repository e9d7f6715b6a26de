import type { ModelMessage } from '@runnel/node-kit'

/** What the Demo model and the Demo embeddings read, in characters: anybody may send more, and rules take their time. */
export const MOST_READ = 20_000

/** The end of a conversation, up to `MOST_READ` characters: newest first, and of the oldest message read its end. */
export function readLittle(messages: readonly ModelMessage[]): ModelMessage[] {
  let left = MOST_READ
  const cut = (text: string) => {
    const kept = left > 0 ? text.slice(-left) : ''
    left -= kept.length
    return kept
  }
  const read: ModelMessage[] = []
  for (const message of messages.toReversed()) {
    if (left <= 0) break
    read.push(cutMessage(message, cut))
  }
  return read.reverse()
}

function cutMessage(message: ModelMessage, cut: (text: string) => string): ModelMessage {
  if (typeof message.content === 'string')
    return { ...message, content: cut(message.content) } as ModelMessage
  const parts = message.content.toReversed().map((part) => {
    if (part.type === 'text') return { ...part, text: cut(part.text) }
    if (part.type !== 'tool-result' || typeof part.content !== 'string') return part
    return { ...part, content: cut(part.content) }
  })
  return { ...message, content: parts.reverse() } as ModelMessage
}
