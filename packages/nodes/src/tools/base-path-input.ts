import type { InputDefinition } from '@runnel/contract'

/** Where files lay on a disk. */
export const basePathInput: InputDefinition = {
  label: 'Base Path',
  name: 'basePath',
  type: 'string',
  description: 'Kept for imported flows: files lie in the conversation, and no disk is reached',
  optional: true,
  additionalParams: true,
}
