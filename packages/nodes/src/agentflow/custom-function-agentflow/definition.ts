import { defineNode } from '@runnel/node-kit'
import { errorPolicyInputs } from '../error-policy-inputs.ts'
import { stateUpdateInput } from '../state-update-input.ts'

const EXAMPLE = `// $input is the text that started the flow, $flow.state the flow state,
// $vars.<name> a workspace variable, $<name> an input variable from above.
const words = String($input ?? '').split(/\\s+/).filter(Boolean)
return { words: words.length }
`

/** The author's own JavaScript, run in the sandbox. */
export const customFunctionAgentflow = defineNode({
  definition: {
    name: 'customFunctionAgentflow',
    label: 'Custom Function',
    version: 1.1,
    type: 'CustomFunction',
    icon: 'IconFunction',
    category: 'Agent Flows',
    description: 'Runs JavaScript of your own in a sandbox',
    baseClasses: ['CustomFunction'],
    kind: 'step',
    effects: 'write',
    canvas: 'agent',
    readsVariables: true,
    color: '#E4B7FF',
    inputs: [
      {
        label: 'Input Variables',
        name: 'customFunctionInputVariables',
        readAs: 'codeVariables',
        type: 'array',
        overridable: true,
        description: 'Values that the code reads as $name',
        optional: true,
        acceptVariable: true,
        array: [
          { label: 'Variable Name', name: 'variableName', type: 'string' },
          { label: 'Variable Value', name: 'variableValue', type: 'string', acceptVariable: true },
        ],
      },
      {
        label: 'Javascript Function',
        name: 'customFunctionJavascriptFunction',
        readAs: 'code',
        type: 'code',
        codeLanguage: 'js',
        description: 'The body of an async function; what it returns is the output of the node',
        placeholder: EXAMPLE,
      },
      stateUpdateInput('customFunctionUpdateState'),
      ...errorPolicyInputs,
    ],
  },
  run: async () => (await import('./run.ts')).runCustomFunction,
  load: {
    listRuntimeStateKeys: async () => (await import('../list-runtime-state-keys.ts')).listRuntimeStateKeys,
  },
})
