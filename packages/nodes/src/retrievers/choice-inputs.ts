import type { InputDefinition } from '@runnel/contract'

/** By what a model chooses one of several: both are told to it. */
export const choiceInputs = (placeholders: { name: string; description: string }): InputDefinition[] => [
  { label: 'Name', name: 'name', type: 'string', placeholder: placeholders.name },
  {
    label: 'Description',
    name: 'description',
    type: 'string',
    rows: 3,
    placeholder: placeholders.description,
    description: 'When it is the one to choose: the model is told this',
  },
]
