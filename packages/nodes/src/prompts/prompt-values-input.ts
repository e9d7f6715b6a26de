import type { InputDefinition } from '@runnel/contract'

/** What fills the places of a prompt. */
export const promptValuesInput: InputDefinition = {
  label: 'Format Prompt Values',
  name: 'promptValues',
  type: 'json',
  namesNoHost: true,
  overridable: true,
  description: 'What fills each place. One place without a value takes the question',
  optional: true,
  acceptVariable: true,
}
