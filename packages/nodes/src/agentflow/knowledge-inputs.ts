import type { InputDefinition } from '@runnel/contract'
import { metadataFilterInput } from '@runnel/node-kit'

/** What is asked of a document store beside its name, where a model decides when to look. */
const storeDescription: InputDefinition = {
  label: 'Describe Knowledge',
  name: 'docStoreDescription',
  type: 'string',
  readAs: 'storeDescription',
  description: 'What it holds: the model decides by it when to look there',
  rows: 4,
}

const nameAndDescription: InputDefinition[] = [
  {
    label: 'Knowledge Name',
    name: 'knowledgeName',
    type: 'string',
    placeholder: 'A short name for the knowledge base',
  },
  {
    label: 'Describe Knowledge',
    name: 'knowledgeDescription',
    type: 'string',
    description: 'What it holds: the model decides by it when to look there',
    rows: 4,
  },
]

/** Which documents of a place may be found. */
const rowFilter: InputDefinition = {
  ...metadataFilterInput('metadataFilter'),
  label: 'Filter of This Knowledge',
  overridable: false,
  additionalParams: false,
}

/** Whether readers of the answer see what it was made of. */
export const returnSourceDocumentsInput: InputDefinition = {
  label: 'Return Source Documents',
  name: 'returnSourceDocuments',
  type: 'boolean',
  description: 'Shows what was found with the answer',
  optional: true,
}

/**
 * Params that say where a step looks things up: document stores, and vector stores with their embeddings. `described` has
 * fields by which a model decides when to look.
 */
export function knowledgeInputs(prefix: string, { described }: { described: boolean }): InputDefinition[] {
  return [
    {
      label: 'Knowledge (Document Stores)',
      name: `${prefix}KnowledgeDocumentStores`,
      type: 'array',
      description: 'Document stores to look into',
      optional: true,
      array: [
        {
          label: 'Document Store',
          name: 'documentStore',
          readAs: 'documentStore',
          type: 'asyncOptions',
          loadMethod: 'listStores',
        },
        rowFilter,
        ...(described ? [storeDescription, returnSourceDocumentsInput] : []),
      ],
    },
    {
      label: 'Knowledge (Vector Embeddings)',
      name: `${prefix}KnowledgeVSEmbeddings`,
      type: 'array',
      description: 'Vector stores to look into, each with the embeddings that it was filled with',
      optional: true,
      array: [
        {
          label: 'Vector Store',
          name: 'vectorStore',
          type: 'asyncOptions',
          loadMethod: 'listVectorStores',
          loadConfig: true,
        },
        {
          label: 'Embedding Model',
          name: 'embeddingModel',
          type: 'asyncOptions',
          loadMethod: 'listEmbeddings',
          loadConfig: true,
        },
        rowFilter,
        ...(described ? [...nameAndDescription, returnSourceDocumentsInput] : []),
      ],
    },
  ]
}
