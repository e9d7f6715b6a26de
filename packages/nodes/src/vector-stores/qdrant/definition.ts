import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { fileUploadInput, filterInput, provideStore, storeDefinition } from '../store-definition.ts'

const credential = keyCredential('qdrantApi', {
  untested: 'addressInNode',
  label: 'Qdrant API',
  field: 'qdrantApiKey',
})

/** Collections of a Qdrant server. */
export const qdrant = defineNode({
  definition: storeDefinition({
    name: 'qdrant',
    label: 'Qdrant',
    version: 5,
    type: 'Qdrant',
    description: 'Keeps documents in a Qdrant server and finds those that mean the same as a question',
    credential: { ...credentialInput(credential), optional: true },
    sendsCredentialTo: ['qdrantServerUrl'],
    takesRecordManager: true,
    place: [
      {
        label: 'Qdrant Server URL',
        name: 'qdrantServerUrl',
        type: 'string',
        placeholder: 'http://localhost:6333',
      },
      {
        label: 'Qdrant Collection Name',
        name: 'qdrantCollection',
        type: 'string',
        overridable: true,
        description: 'Made when the store is filled first',
        acceptVariable: true,
      },
      fileUploadInput,
      {
        label: 'Vector Dimension',
        name: 'qdrantVectorDimension',
        type: 'number',
        default: 1536,
        description: 'Kept for imported flows: a new collection takes vectors as the embeddings give them',
        additionalParams: true,
      },
      {
        label: 'Content Key',
        name: 'contentPayloadKey',
        type: 'string',
        default: 'content',
        description: 'Under which name a point keeps its text',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Metadata Key',
        name: 'metadataPayloadKey',
        type: 'string',
        default: 'metadata',
        description: 'Under which name a point keeps what is known of its text',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Upsert Batch Size',
        name: 'batchSize',
        type: 'number',
        min: 1,
        max: 1000,
        description: 'How many pieces are stored at once; 100 when empty',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Similarity',
        name: 'qdrantSimilarity',
        type: 'options',
        default: 'Cosine',
        options: ['Cosine', 'Euclid', 'Dot'].map((name) => ({ label: name, name })),
        description: 'How a new collection compares vectors',
        additionalParams: true,
      },
      {
        label: 'Additional Collection Configuration',
        name: 'qdrantCollectionConfiguration',
        type: 'json',
        description: 'What else a new collection is made with, in the form of Qdrant',
        namesNoHost: true,
        additionalParams: true,
        optional: true,
      },
    ],
    search: [filterInput('qdrantFilter')],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).qdrantStore),
})
