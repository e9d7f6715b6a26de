import type { InputDefinition, OutputDefinition } from '@runnel/contract'

/** What every loader of documents takes besides its source, in the reference's order. */
export const splitterInput: InputDefinition = {
  label: 'Text Splitter',
  name: 'textSplitter',
  type: 'TextSplitter',
  description: 'Cuts the documents into pieces; without one they stay whole',
  optional: true,
}

export const metadataInputs: InputDefinition[] = [
  {
    label: 'Additional Metadata',
    name: 'metadata',
    type: 'json',
    overridable: true,
    description: 'What else is known of every document, shown with the sources',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Omit Metadata Keys',
    name: 'omitMetadataKeys',
    type: 'string',
    overridable: true,
    rows: 4,
    placeholder: 'key1, key2, key3.nestedKey1',
    description: 'Names to leave out, separated by commas; * leaves out all but the additional ones',
    optional: true,
    additionalParams: true,
  },
]

/** What every loader gives: documents for a store, or their text for a param. */
export const loaderOutputs: OutputDefinition[] = [
  {
    label: 'Document',
    name: 'document',
    description: 'Documents with what is known of them',
    baseClasses: ['Document', 'json'],
    provides: ['documentSource'],
  },
  {
    label: 'Text',
    name: 'text',
    description: 'The text of all documents, one after the other',
    baseClasses: ['string', 'json'],
    provides: ['text'],
  },
]
