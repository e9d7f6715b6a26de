import type { Memory } from '@runnel/node-kit'
import { summariseMessages } from '../summarise-messages.ts'

/** A memory that gives a summary instead of the messages. */
export const conversationSummaryMemoryCapability: Memory = {
  recall: (component, call) => summariseMessages(component, call.run.pastHistory, call),
}
