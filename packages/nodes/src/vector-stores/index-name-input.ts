import type { InputDefinition } from '@runnel/contract'

/** Which index holds the documents. */
export const indexNameInput: InputDefinition = {
  label: 'Index Name',
  name: 'indexName',
  type: 'string',
  overridable: true,
  placeholder: 'my-documents',
  description: 'Made when the store is filled first',
}
