import { defineNode } from '@runnel/node-kit'
import { autofixInput } from '../autofix-input.ts'

/** Reads JSON with listed keys. */
export const structuredOutputParser = defineNode({
  definition: {
    name: 'structuredOutputParser',
    label: 'Structured Output Parser',
    version: 1,
    type: 'StructuredOutputParser',
    icon: 'IconTestPipe',
    category: 'Output Parsers',
    color: '#84A98C',
    description: 'Makes the answer of a model JSON with the keys that you list',
    baseClasses: ['StructuredOutputParser', 'BaseOutputParser', 'BaseLLMOutputParser', 'Runnable'],
    kind: 'component',
    effects: 'none',
    provides: ['outputParser'],
    inputs: [
      autofixInput,
      {
        label: 'JSON Structure',
        name: 'jsonStructure',
        type: 'datagrid',
        description: 'What the answer holds',
        array: [
          { label: 'Property', name: 'property', type: 'string' },
          {
            label: 'Type',
            name: 'type',
            type: 'options',
            options: [
              { label: 'string', name: 'string' },
              { label: 'number', name: 'number' },
              { label: 'boolean', name: 'boolean' },
            ],
          },
          { label: 'Description', name: 'description', type: 'string' },
        ],
        default: [
          { property: 'answer', type: 'string', description: 'The answer to the question' },
          {
            property: 'source',
            type: 'string',
            description: 'Where the answer comes from, such as a website',
          },
        ],
        additionalParams: true,
      },
    ],
  },
  provides: {
    outputParser: async () => (await import('./output-parser.ts')).structuredOutputParserCapability,
  },
})
