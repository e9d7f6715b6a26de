import { defineNode } from '@runnel/node-kit'
import { functionNameInput, functionVariablesInput, VALUE_CLASSES } from '../function-inputs.ts'

const EXAMPLE = `// What is returned goes on at True, unless it is nothing, false, 0 or an empty text.
return $input === 'yes'
`

/** Two ways on, chosen by the author's JavaScript. */
export const ifElseFunction = defineNode({
  definition: {
    name: 'ifElseFunction',
    label: 'IfElse Function',
    version: 2,
    type: 'IfElseFunction',
    icon: 'IconArrowsSplit',
    category: 'Utilities',
    tags: ['Utilities'],
    color: '#E4B7FF',
    description: 'Chooses one of two ways on by JavaScript of your own',
    baseClasses: ['IfElseFunction', 'Utilities'],
    kind: 'step',
    effects: 'write',
    readsVariables: true,
    choosesOutput: true,
    inputs: [
      functionVariablesInput,
      { ...functionNameInput, label: 'IfElse Name' },
      {
        label: 'If Function',
        name: 'ifFunction',
        type: 'code',
        codeLanguage: 'js',
        readsNamesOf: 'functionInputVariables',
        description: 'The body of an async function; what it returns decides, and goes on at True',
        placeholder: EXAMPLE,
      },
      {
        label: 'Else Function',
        name: 'elseFunction',
        type: 'code',
        codeLanguage: 'js',
        readsNamesOf: 'functionInputVariables',
        description: 'Run when the first one gave nothing; what it returns goes on at False',
        default: 'return false;',
      },
    ],
    outputs: [
      { label: 'True', name: 'returnTrue', baseClasses: VALUE_CLASSES, isAnchor: true },
      { label: 'False', name: 'returnFalse', baseClasses: VALUE_CLASSES, isAnchor: true },
    ],
  },
  run: async () => (await import('./run.ts')).runIfElseFunction,
})
