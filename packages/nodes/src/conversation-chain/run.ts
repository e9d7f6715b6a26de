import { type RunNode, readText } from '@runnel/node-kit'
import { composeConversation } from '../conversation-messages.ts'
import { describeReply } from '../reply-output.ts'
import { getModel } from '../wired-components.ts'
import { DEFAULT_SYSTEM_MESSAGE } from './default-system-message.ts'

/** Answers with the conversation so far in view. */
export const runConversationChain: RunNode = async (context) => {
  const systemMessage = readText(context.values, 'systemMessagePrompt') || DEFAULT_SYSTEM_MESSAGE
  const messages = composeConversation(context, systemMessage)
  const reply = await getModel(context).call({ messages }, { show: true })
  return {
    input: { messages: messages },
    output: describeReply(reply, reply.text),
  }
}
