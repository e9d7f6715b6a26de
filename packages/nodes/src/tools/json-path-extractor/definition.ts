import { defineNode } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'

/** A tool that takes a value out of JSON. */
export const jsonPathExtractor = defineNode({
  definition: toolDefinition({
    name: 'jsonPathExtractor',
    label: 'JSON Path Extractor',
    version: 1,
    type: 'JSONPathExtractor',
    icon: 'IconRoute',
    description: 'Takes a value out of JSON by its path',
    baseClasses: ['JSONPathExtractor', 'Tool', 'StructuredTool', 'Runnable'],
    effects: 'none',
    inputs: [
      {
        label: 'JSON Path',
        name: 'path',
        type: 'string',
        description: 'Names with dots between them; places in lists in brackets, from 0',
        placeholder: 'data.items[0].name',
        identifies: true,
      },
      {
        label: 'Return Null on Error',
        name: 'returnNullOnError',
        type: 'boolean',
        default: false,
        description: 'Gives null instead of a fault where there is no JSON, or nothing at the path',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).jsonPathExtractorToolset },
})
