import type { HistoryMessage } from '@runnel/contract'
import type { Memory, ModelMessage, StepContext } from '@runnel/node-kit'

/** Messages of a history as a model sees them. */
export function toModelMessages(history: HistoryMessage[]): ModelMessage[] {
  return history.map(({ role, content, name }) => ({
    role,
    content,
    ...(name === undefined ? {} : { name }),
  }))
}

/** What a chat flow's memory lets a prompt see: messages given with the call, then the session's. */
export function recallMessages(context: StepContext, memory: Memory | undefined): ModelMessage[] {
  const { prependedHistory, pastHistory } = context.run
  const stored = memory ? memory.select(pastHistory) : []
  return toModelMessages([...prependedHistory, ...stored])
}
