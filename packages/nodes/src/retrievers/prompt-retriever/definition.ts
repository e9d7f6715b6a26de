import { defineNode } from '@runnel/node-kit'
import { choiceInputs } from '../choice-inputs.ts'

/** A prompt that a model may choose by its description. */
export const promptRetriever = defineNode({
  definition: {
    name: 'promptRetriever',
    label: 'Prompt Retriever',
    version: 1,
    type: 'PromptRetriever',
    icon: 'IconSearch',
    category: 'Retrievers',
    color: '#5f9ea0',
    description: 'A prompt with a name and a description, among which a Multi Prompt Chain chooses',
    baseClasses: ['PromptRetriever'],
    kind: 'component',
    effects: 'none',
    provides: ['prompt'],
    inputs: [
      ...choiceInputs({ name: 'physics', description: 'Good for questions about physics' }),
      {
        label: 'Prompt System Message',
        name: 'systemMessage',
        type: 'string',
        overridable: true,
        rows: 4,
        placeholder: 'You are a professor of physics.',
      },
    ],
  },
  provides: { prompt: async () => (await import('./prompt.ts')).readChoicePrompt },
})
