import type { InputDefinition } from '@runnel/contract'

/** The fields of a form, as rows of the list `name`. */
export const formFields = (name: string): InputDefinition[] => [
  {
    label: 'Type',
    name: 'type',
    type: 'options',
    default: 'string',
    options: [
      { label: 'String', name: 'string', gives: 'string' },
      { label: 'Number', name: 'number', gives: 'number' },
      { label: 'Boolean', name: 'boolean', gives: 'boolean' },
      { label: 'Options', name: 'options', gives: 'string' },
    ],
  },
  { label: 'Label', name: 'label', type: 'string', placeholder: 'Label of the field' },
  {
    label: 'Variable Name',
    name: 'name',
    type: 'string',
    placeholder: 'fieldName',
    description: 'In camel case: nodes read the answer as {{$form.fieldName}}',
  },
  {
    label: 'Add Options',
    name: 'addOptions',
    type: 'array',
    show: { [`${name}[$index].type`]: 'options' },
    array: [{ label: 'Option', name: 'option', type: 'string' }],
  },
]
