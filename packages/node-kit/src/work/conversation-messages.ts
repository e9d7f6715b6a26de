import { type ModelMessage, toUserMessage } from '@runnel/contract'
import type { StepContext } from '../step-context.ts'
import { recallMessages } from './history-messages.ts'
import { fillPromptValues } from './prompt-values.ts'
import { findComponent } from './wired-components.ts'

/**
 * The messages of a conversation: system message, what the memory recalls, the question with its files. A connected
 * chat prompt replaces the first and the last; the memory stands before its last message.
 */
export async function composeConversation(
  context: StepContext,
  systemMessage: string,
): Promise<ModelMessage[]> {
  const recalled = await recallMessages(context, findComponent(context, 'memory', 'memory'))
  const chosen = findComponent(context, 'chatPromptTemplate', 'prompt')
  if (chosen) {
    const prompt = await (await context.capability(chosen, 'prompt'))(chosen, context)
    const messages: ModelMessage[] = prompt.format(fillPromptValues(prompt, context.input))
    return [
      ...messages.slice(0, -1),
      ...recalled,
      ...messages.slice(-1).map((last) => withFiles(last, context)),
    ]
  }
  const system: ModelMessage[] = systemMessage === '' ? [] : [{ role: 'system', content: systemMessage }]
  return [...system, ...recalled, toUserMessage(context.input, context.run.files)]
}

function withFiles(message: ModelMessage, { run }: StepContext): ModelMessage {
  const { role, content } = message
  return role === 'user' && typeof content === 'string' ? toUserMessage(content, run.files) : message
}
