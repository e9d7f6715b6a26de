import { defineNode } from '@runnel/node-kit'
import { functionNameInput, functionVariablesInput, valueOutput } from '../function-inputs.ts'

const EXAMPLE = `// $input is the question, $vars.<name> a workspace variable, $<name> an input variable from above.
return String($input).toUpperCase()
`

/** The author's own JavaScript in a chat flow. */
export const customFunction = defineNode({
  definition: {
    name: 'customFunction',
    label: 'Custom JS Function',
    version: 3,
    type: 'CustomFunction',
    icon: 'IconFunction',
    category: 'Utilities',
    tags: ['Utilities'],
    color: '#E4B7FF',
    description: 'Runs JavaScript of your own in a sandbox',
    baseClasses: ['CustomFunction', 'Utilities'],
    kind: 'step',
    effects: 'write',
    readsVariables: true,
    inputs: [
      functionVariablesInput,
      functionNameInput,
      {
        label: 'Additional Tools',
        name: 'tools',
        type: 'Tool',
        description:
          'Kept for imported flows: code cannot call tools, and a flow that connects some is refused',
        list: true,
        optional: true,
      },
      {
        label: 'Javascript Function',
        name: 'javascriptFunction',
        type: 'code',
        codeLanguage: 'js',
        readsNamesOf: 'functionInputVariables',
        description: 'The body of an async function; what it returns is the output of the node',
        placeholder: EXAMPLE,
      },
    ],
    outputs: [
      valueOutput,
      { label: 'Ending Node', name: 'EndingNode', baseClasses: ['CustomFunction'], answers: true },
    ],
  },
  run: async () => (await import('./run.ts')).runCustomFunction,
})
