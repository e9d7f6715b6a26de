import { defineNode, moderationInput, PASSAGES_PROMPT, REPHRASE_PROMPT } from '@runnel/node-kit'

/** Answers questions from documents, in a conversation. */
export const conversationalRetrievalQAChain = defineNode({
  definition: {
    name: 'conversationalRetrievalQAChain',
    label: 'Conversational Retrieval QA Chain',
    version: 3,
    type: 'ConversationalRetrievalQAChain',
    icon: 'IconMessageQuestion',
    category: 'Chains',
    color: '#9C89B8',
    description: 'Answers questions from documents, and remembers the conversation',
    baseClasses: ['ConversationalRetrievalQAChain', 'BaseChain', 'Runnable'],
    kind: 'step',
    effects: 'none',
    answers: true,
    streams: true,
    formerInputs: ['systemMessagePrompt'],
    inputs: [
      { label: 'Chat Model', name: 'model', type: 'BaseChatModel' },
      { label: 'Vector Store Retriever', name: 'vectorStoreRetriever', type: 'BaseRetriever' },
      {
        label: 'Memory',
        name: 'memory',
        type: 'BaseMemory',
        description: 'Without one the conversation of the chat is remembered whole',
        optional: true,
      },
      {
        label: 'Return Source Documents',
        name: 'returnSourceDocuments',
        type: 'boolean',
        overridable: true,
        description: 'Shows from which pieces an answer was made',
        optional: true,
      },
      {
        label: 'Rephrase Prompt',
        name: 'rephrasePrompt',
        type: 'string',
        overridable: true,
        rows: 4,
        description: 'How a question that leans on the conversation is made to stand alone',
        default: REPHRASE_PROMPT,
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Response Prompt',
        name: 'responsePrompt',
        type: 'string',
        overridable: true,
        rows: 4,
        description: 'How the model is told to answer from what was found',
        default: PASSAGES_PROMPT,
        additionalParams: true,
        optional: true,
      },
      moderationInput,
    ],
  },
  run: async () => (await import('./run.ts')).runConversationalRetrieval,
  migrations: [
    {
      number: 1,
      below: 3,
      migrate: ({ systemMessagePrompt, ...values }) => ({
        ...values,
        ...(typeof systemMessagePrompt === 'string' &&
          systemMessagePrompt.trim() !== '' && {
            responsePrompt: `${systemMessagePrompt}\n\n${PASSAGES_PROMPT}`,
          }),
      }),
    },
  ],
})
