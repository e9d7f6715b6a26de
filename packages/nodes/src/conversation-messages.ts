import type { ModelMessage, StepContext } from '@runnel/node-kit'
import { recallMessages } from './history-messages.ts'
import { fillPromptValues } from './prompt-values.ts'
import { findMemory, findPrompt } from './wired-components.ts'

/**
 * The messages of a conversation: system message, what the memory recalls, the question. A connected chat prompt
 * replaces the first and the last; the memory stands before its last message.
 */
export function composeConversation(context: StepContext, systemMessage: string): ModelMessage[] {
  const recalled = recallMessages(context, findMemory(context))
  const prompt = findPrompt(context, 'chatPromptTemplate')
  if (prompt) {
    const messages: ModelMessage[] = prompt.format(fillPromptValues(prompt, context.input))
    return [...messages.slice(0, -1), ...recalled, ...messages.slice(-1)]
  }
  const system: ModelMessage[] = systemMessage === '' ? [] : [{ role: 'system', content: systemMessage }]
  return [...system, ...recalled, { role: 'user', content: context.input }]
}
