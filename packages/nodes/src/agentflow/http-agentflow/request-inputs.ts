import type { InputDefinition } from '@runnel/contract'

/** Fields of a name and a value. */
const pairFields: InputDefinition[] = [
  { label: 'Key', name: 'key', type: 'string', default: '' },
  { label: 'Value', name: 'value', type: 'string', default: '', acceptVariable: true },
]

/** Params of a request; those of the body share a name and are shown in turn. */
export const requestInputs: InputDefinition[] = [
  {
    label: 'Method',
    name: 'method',
    type: 'options',
    default: 'GET',
    options: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].map((name) => ({ label: name, name })),
  },
  {
    label: 'URL',
    name: 'url',
    type: 'string',
    description: 'Where the request goes. With a credential its host must stand here in full',
    placeholder: 'https://api.example.com/v1/orders',
    acceptVariable: true,
    identifies: true,
  },
  { label: 'Headers', name: 'headers', type: 'array', array: pairFields, optional: true },
  {
    label: 'Query Params',
    name: 'queryParams',
    type: 'array',
    overridable: true,
    array: pairFields,
    optional: true,
  },
  {
    label: 'Body Type',
    name: 'bodyType',
    type: 'options',
    optional: true,
    options: [
      { label: 'JSON', name: 'json' },
      { label: 'Raw', name: 'raw' },
      { label: 'Form Data', name: 'formData' },
      { label: 'x-www-form-urlencoded', name: 'xWwwFormUrlencoded' },
    ],
  },
  {
    label: 'Body',
    name: 'body',
    type: 'string',
    codeLanguage: 'json',
    overridable: true,
    acceptVariable: true,
    rows: 4,
    optional: true,
    show: { bodyType: ['raw', 'json'] },
  },
  {
    label: 'Body',
    name: 'body',
    type: 'array',
    overridable: true,
    array: pairFields,
    optional: true,
    show: { bodyType: ['xWwwFormUrlencoded', 'formData'] },
  },
  {
    label: 'Response Type',
    name: 'responseType',
    type: 'options',
    description: 'How the answer is read; JSON where it is some, else text, when empty',
    optional: true,
    options: [
      { label: 'JSON', name: 'json' },
      { label: 'Text', name: 'text' },
      { label: 'Array Buffer', name: 'arraybuffer' },
      { label: 'Raw (Base64)', name: 'base64' },
    ],
  },
]
