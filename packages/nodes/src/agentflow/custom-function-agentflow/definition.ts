import { agentStep } from '../agent-step.ts'

const EXAMPLE = `// $input is the text that started the flow, $flow.state the flow state,
// $vars.<name> a workspace variable, $<name> an input variable from above.
const words = String($input ?? '').split(/\\s+/).filter(Boolean)
return { words: words.length }
`

/** The author's own JavaScript, run in the sandbox. */
export const customFunctionAgentflow = agentStep({
  definition: {
    name: 'customFunctionAgentflow',
    label: 'Custom Function',
    version: 1.1,
    type: 'CustomFunction',
    icon: 'IconFunction',
    description: 'Runs JavaScript of your own in a sandbox',
    baseClasses: ['CustomFunction'],
    effects: 'write',
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
        readsNamesOf: 'customFunctionInputVariables',
        description: 'The body of an async function; what it returns is the output of the node',
        placeholder: EXAMPLE,
      },
    ],
  },
  run: async () => (await import('./run.ts')).runCustomFunction,
})
