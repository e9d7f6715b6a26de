import type { InputDefinition } from '@runnel/contract'

/** The param that says in which role the answer joins the history of the run. */
export function returnResponseInput(prefix: string): InputDefinition {
  return {
    label: 'Return Response As',
    name: `${prefix}ReturnResponseAs`,
    type: 'options',
    overridable: true,
    default: 'userMessage',
    description: 'The role that the answer has in the history which later nodes see',
    options: [
      { label: 'User Message', name: 'userMessage' },
      { label: 'Assistant Message', name: 'assistantMessage' },
    ],
  }
}
