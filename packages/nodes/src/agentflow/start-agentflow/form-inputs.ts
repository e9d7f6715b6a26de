import type { InputDefinition } from '@runnel/contract'

const whenForm = { startInputType: 'formInput' }

/** Params of the form that starts a flow: its title, its words, its fields. */
export const formInputs: InputDefinition[] = [
  {
    label: 'Form Title',
    name: 'formTitle',
    readAs: 'form.title',
    type: 'string',
    overridable: true,
    placeholder: 'Please fill in the form',
    show: whenForm,
  },
  {
    label: 'Form Description',
    name: 'formDescription',
    readAs: 'form.description',
    type: 'string',
    overridable: true,
    placeholder: 'What the answers are for',
    show: whenForm,
  },
  {
    label: 'Form Input Types',
    name: 'formInputTypes',
    readAs: 'form.fields',
    type: 'array',
    overridable: true,
    description: 'The fields of the form',
    show: whenForm,
    array: [
      {
        label: 'Type',
        name: 'type',
        type: 'options',
        default: 'string',
        options: [
          { label: 'String', name: 'string' },
          { label: 'Number', name: 'number' },
          { label: 'Boolean', name: 'boolean' },
          { label: 'Options', name: 'options' },
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
        show: { 'formInputTypes[$index].type': 'options' },
        array: [{ label: 'Option', name: 'option', type: 'string' }],
      },
    ],
  },
]
