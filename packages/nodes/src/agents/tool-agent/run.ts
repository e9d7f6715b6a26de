import { composeConversation, readText } from '@runnel/node-kit'
import { chatAgent } from '../run-chat-agent.ts'
import { DEFAULT_SYSTEM_MESSAGE } from './default-system-message.ts'

/** An agent whose model asks for tools as its vendor has it. */
export const runToolAgent = chatAgent({
  compose: async (context) => {
    const systemMessage = readText(context.values, 'systemMessage') || DEFAULT_SYSTEM_MESSAGE
    return { messages: await composeConversation(context, systemMessage) }
  },
})
