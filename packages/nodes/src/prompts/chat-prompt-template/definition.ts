import { defineNode } from '@runnel/node-kit'
import { promptValuesInput } from '../prompt-values-input.ts'

const EXAMPLE = `const { AIMessage, HumanMessage } = require('@langchain/core/messages')

return [
  new HumanMessage('What is two and two?'),
  new AIMessage('Four.')
]`

/** System and human message with named places, and messages between them. */
export const chatPromptTemplate = defineNode({
  definition: {
    name: 'chatPromptTemplate',
    label: 'Chat Prompt Template',
    version: 2,
    type: 'ChatPromptTemplate',
    icon: 'IconForms',
    category: 'Prompts',
    color: '#FFB938',
    description: 'A system and a human message with places in braces that are filled when the flow runs',
    baseClasses: ['ChatPromptTemplate', 'BaseChatPromptTemplate', 'BasePromptTemplate', 'Runnable'],
    kind: 'component',
    effects: 'none',
    provides: ['prompt'],
    inputs: [
      {
        label: 'System Message',
        name: 'systemMessagePrompt',
        type: 'string',
        overridable: true,
        rows: 4,
        placeholder: 'You translate {input_language} to {output_language}.',
        description: 'Names in single braces are places; {{ and }} stand for plain braces',
      },
      {
        label: 'Human Message',
        name: 'humanMessagePrompt',
        type: 'string',
        overridable: true,
        rows: 4,
        placeholder: '{text}',
        description: 'What the person says, placed at the end',
      },
      promptValuesInput,
      {
        label: 'Messages History',
        name: 'messageHistory',
        type: 'tabs',
        tabIdentifier: 'selectedMessagesTab',
        default: 'messageHistoryCode',
        description: 'Messages between the two, such as examples of good answers',
        additionalParams: true,
        tabs: [
          {
            label: 'Add Messages (Code)',
            name: 'messageHistoryCode',
            type: 'code',
            codeLanguage: 'js',
            placeholder: EXAMPLE,
            description: 'The body of an async function that returns a list of messages',
            optional: true,
            additionalParams: true,
          },
        ],
      },
    ],
  },
  provides: { prompt: async () => (await import('./prompt.ts')).readChatPromptTemplate },
})
