import { defineNode } from '@runnel/node-kit'
import { basePathInput } from '../base-path-input.ts'
import { toolDefinition } from '../tool-definition.ts'

/** A tool that writes files into a conversation. */
export const writeFile = defineNode({
  definition: toolDefinition({
    name: 'writeFile',
    label: 'Write File',
    version: 1,
    type: 'WriteFile',
    icon: 'IconFileText',
    description: 'Writes a text as a file of the conversation, which the answer then brings along',
    baseClasses: ['WriteFile', 'Tool', 'StructuredTool', 'Runnable'],
    effects: 'write',
    inputs: [basePathInput],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).writeFileToolset },
})
