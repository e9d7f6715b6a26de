import type { InputDefinition } from '@runnel/contract'

/** Whether the model is asked once more for an answer that cannot be read. */
export const autofixInput: InputDefinition = {
  label: 'Autofix',
  name: 'autofixParser',
  type: 'boolean',
  overridable: true,
  description: 'When an answer cannot be read, the model is asked once to put it right',
  optional: true,
}
