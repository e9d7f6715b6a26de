import { CUSTOM_TOOL_KEY } from '@runnel/contract'
import { defineNode } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'

/** A tool of the workspace that runs code of its author. */
export const customTool = defineNode({
  definition: toolDefinition({
    name: 'customTool',
    label: 'Custom Tool',
    version: 3,
    type: 'CustomTool',
    icon: 'IconTool',
    description: 'Runs a tool of your own, which stands on the page “Tools”',
    baseClasses: ['CustomTool', 'Tool', 'StructuredTool', 'Runnable'],
    effects: 'write',
    readsVariables: true,
    inputs: [
      {
        label: 'Select Tool',
        name: CUSTOM_TOOL_KEY,
        readAs: 'storedTool',
        type: 'asyncOptions',
        loadMethod: 'listTools',
        identifies: true,
      },
      {
        label: 'Return Direct',
        name: 'returnDirect',
        type: 'boolean',
        description: 'What the tool returns is the answer of the agent, when it is the only tool called',
        optional: true,
      },
      {
        label: 'Custom Tool Name',
        name: 'customToolName',
        readAs: 'tool.name',
        type: 'string',
        description: 'Takes the place of the name of the tool here',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Custom Tool Description',
        name: 'customToolDesc',
        readAs: 'tool.description',
        type: 'string',
        rows: 3,
        description: 'Takes the place of the description of the tool here',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Custom Tool Schema',
        name: 'customToolSchema',
        readAs: 'tool.schema',
        type: 'string',
        rows: 4,
        description:
          'Takes the place of the inputs of the tool here: the JSON text of a list of inputs, or a simple z.object({ … })',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Custom Tool Func',
        name: 'customToolFunc',
        readAs: 'tool.code',
        type: 'code',
        codeLanguage: 'js',
        description: 'Takes the place of the code of the tool here',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).customToolset },
  load: { listTools: async () => (await import('./list-tools.ts')).listTools },
})
