import { chatPromptInput, defineNode, moderationInput } from '@runnel/node-kit'
import { DEFAULT_SYSTEM_MESSAGE } from './default-system-message.ts'

/** A conversation with a model that remembers. */
export const conversationChain = defineNode({
  definition: {
    name: 'conversationChain',
    label: 'Conversation Chain',
    version: 3,
    type: 'ConversationChain',
    icon: 'IconMessages',
    category: 'Chains',
    color: '#9C89B8',
    description: 'A conversation with a chat model that remembers what was said',
    baseClasses: ['ConversationChain', 'LLMChain', 'BaseChain', 'Runnable'],
    kind: 'step',
    effects: 'none',
    answers: true,
    streams: true,
    inputs: [
      { label: 'Chat Model', name: 'model', type: 'BaseChatModel' },
      { label: 'Memory', name: 'memory', type: 'BaseMemory' },
      chatPromptInput,
      moderationInput,
      {
        label: 'System Message',
        name: 'systemMessagePrompt',
        type: 'string',
        overridable: true,
        rows: 4,
        default: DEFAULT_SYSTEM_MESSAGE,
        placeholder: 'You are a helpful assistant.',
        description: 'Used when no chat prompt template is connected',
        additionalParams: true,
        optional: true,
      },
    ],
  },
  run: async () => (await import('./run.ts')).runConversationChain,
})
