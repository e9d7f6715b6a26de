import { defineNode } from '@runnel/node-kit'
import { promptValuesInput } from '../prompt-values-input.ts'

/** A text with named places. */
export const promptTemplate = defineNode({
  definition: {
    name: 'promptTemplate',
    label: 'Prompt Template',
    version: 1,
    type: 'PromptTemplate',
    icon: 'IconForms',
    category: 'Prompts',
    color: '#FFB938',
    description: 'A prompt with places in braces that are filled when the flow runs',
    baseClasses: ['PromptTemplate', 'BaseStringPromptTemplate', 'BasePromptTemplate'],
    kind: 'component',
    effects: 'none',
    provides: ['prompt'],
    inputs: [
      {
        label: 'Template',
        name: 'template',
        type: 'string',
        overridable: true,
        rows: 4,
        placeholder: 'Name a good company for {product}.',
        description: 'Names in single braces are places; {{ and }} stand for plain braces',
      },
      promptValuesInput,
    ],
  },
  provides: { prompt: async () => (await import('./prompt.ts')).readPromptTemplate },
})
