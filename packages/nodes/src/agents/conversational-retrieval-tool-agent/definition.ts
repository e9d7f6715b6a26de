import { defineNode, PASSAGES_PROMPT, REPHRASE_PROMPT } from '@runnel/node-kit'
import {
  agentDefinition,
  limitInputs,
  memoryInput,
  modelInput,
  systemMessageInput,
  toolModelInput,
  toolsInput,
} from '../agent-definition.ts'

/** An agent that looks into documents before it begins. */
export const conversationalRetrievalToolAgent = defineNode({
  definition: agentDefinition({
    name: 'conversationalRetrievalToolAgent',
    label: 'Conversational Retrieval Tool Agent',
    version: 1,
    description: 'Finds passages for each question, then calls tools until it can answer',
    inputs: [
      toolsInput,
      memoryInput,
      toolModelInput,
      systemMessageInput({
        default: PASSAGES_PROMPT,
        description: 'The passages that were found stand in the place {context}, or behind it',
      }),
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
        ...modelInput,
        label: 'Rephrase Model',
        name: 'rephraseModel',
        description: 'Makes questions stand alone; without one the chat model does',
        optional: true,
      },
      ...limitInputs,
      { label: 'Vector Store Retriever', name: 'vectorStoreRetriever', type: 'BaseRetriever' },
    ],
  }),
  run: async () => (await import('./run.ts')).runConversationalRetrievalToolAgent,
})
