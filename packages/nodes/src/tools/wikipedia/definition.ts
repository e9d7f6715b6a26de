import { defineNode } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'

const extra = { optional: true, additionalParams: true } as const

/** A tool that searches: Wikipedia. */
export const wikipedia = defineNode({
  definition: searchDefinition({
    name: 'wikipedia',
    label: 'Wikipedia',
    version: 1,
    description: 'Searches Wikipedia, and gives how its articles begin',
    baseClasses: ['Wikipedia', 'Tool', 'StructuredTool', 'Runnable'],
    inputs: [
      {
        label: 'Language',
        name: 'language',
        type: 'string',
        default: 'en',
        description: 'Which Wikipedia is searched, by the beginning of its address: en, de, simple, zh-yue',
        optional: true,
      },
      {
        label: 'Top K Results',
        name: 'topKResults',
        type: 'number',
        default: 3,
        min: 1,
        max: 20,
        description: 'How many articles are given',
        ...extra,
      },
      {
        label: 'Tool Name',
        name: 'toolName',
        type: 'string',
        default: 'wikipedia',
        description: 'What the model calls the tool',
        ...extra,
      },
      {
        label: 'Tool Description',
        name: 'toolDescription',
        type: 'string',
        rows: 4,
        description: 'What the tool does: the model decides by it when to call it',
        ...extra,
      },
    ],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).wikipediaToolset },
})
