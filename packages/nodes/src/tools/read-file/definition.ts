import { defineNode } from '@runnel/node-kit'
import { basePathInput } from '../base-path-input.ts'
import { toolDefinition } from '../tool-definition.ts'

/** A tool that reads the files of a conversation. */
export const readFile = defineNode({
  definition: toolDefinition({
    name: 'readFile',
    label: 'Read File',
    version: 1,
    type: 'ReadFile',
    icon: 'IconFileText',
    description:
      'Reads the files of the conversation: those given with its questions, and those written by Write File',
    baseClasses: ['ReadFile', 'Tool', 'StructuredTool', 'Runnable'],
    effects: 'read',
    inputs: [basePathInput],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).readFileToolset },
})
