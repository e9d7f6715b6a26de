import { defineNode, keyCredential } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'
import { DEFAULT_DESCRIPTION } from './default-description.ts'

const credential = keyCredential('E2BApi', { untested: 'unused', label: 'E2B API', field: 'e2bApiKey' })

/** A tool that runs the code that a model writes. */
export const codeInterpreterE2B = defineNode({
  definition: toolDefinition({
    name: 'codeInterpreterE2B',
    label: 'Code Interpreter',
    version: 1,
    type: 'CodeInterpreter',
    icon: 'IconFunction',
    description: 'Runs JavaScript that a model writes in the sandbox here, which reaches nothing outside',
    baseClasses: ['CodeInterpreter', 'Tool', 'StructuredTool', 'Runnable'],
    effects: 'none',
    differs:
      'it runs JavaScript in the sandbox of this server, not Python at E2B. The model is told so; a description that speaks of Python is left aside.',
    credential: {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      description: 'Kept for imported flows: nothing is sent to E2B',
      credentialNames: [credential.name],
      optional: true,
    },
    inputs: [
      {
        label: 'Tool Name',
        name: 'toolName',
        type: 'string',
        default: 'code_interpreter',
        description: 'What the model calls the tool',
      },
      {
        label: 'Tool Description',
        name: 'toolDesc',
        type: 'string',
        rows: 4,
        default: DEFAULT_DESCRIPTION,
        description: 'What the tool does: the model decides by it when to call it',
      },
    ],
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).codeInterpreterToolset },
})
