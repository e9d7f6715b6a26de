import type { InputDefinition } from '@runnel/contract'
import { formFields } from './form-fields.ts'

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
    array: formFields('formInputTypes'),
  },
]
