import {
  asShown,
  composeConversation,
  describeReply,
  findComponent,
  getModel,
  keepExchange,
  moderated,
  readText,
  textOf,
} from '@runnel/node-kit'
import { DEFAULT_SYSTEM_MESSAGE } from './default-system-message.ts'

/** Answers with the conversation so far in view. */
export const runConversationChain = moderated(async (context) => {
  const systemMessage = readText(context.values, 'systemMessagePrompt') || DEFAULT_SYSTEM_MESSAGE
  const model = getModel(context)
  const messages = await composeConversation(context, systemMessage)
  const reply = await context.model(model, { messages }, { show: true })
  const content = textOf(reply.parts)
  await keepExchange(context, findComponent(context, 'memory', 'memory'), content)
  return { input: { messages: asShown(messages) }, output: describeReply(reply, content) }
})
