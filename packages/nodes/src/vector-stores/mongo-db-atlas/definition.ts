import { mongoCredential as credential, credentialInput, defineNode } from '@runnel/node-kit'
import { filterInput, provideStore, storeDefinition } from '../store-definition.ts'

/** Collections of MongoDB Atlas. */
export const mongoDBAtlas = defineNode({
  definition: storeDefinition({
    name: 'mongoDBAtlas',
    label: 'MongoDB Atlas',
    version: 1,
    type: 'MongoDB Atlas',
    description:
      'Keeps documents in a collection of MongoDB Atlas and finds those that mean the same as a question',
    credential: credentialInput(credential),
    place: [
      { label: 'Database', name: 'databaseName', type: 'string', placeholder: '<DB_NAME>' },
      { label: 'Collection Name', name: 'collectionName', type: 'string', placeholder: '<COLLECTION_NAME>' },
      {
        label: 'Index Name',
        name: 'indexName',
        type: 'string',
        placeholder: '<VECTOR_INDEX_NAME>',
        description: 'The search index of the vectors; made when the store is filled first',
      },
      {
        label: 'Content Field',
        name: 'textKey',
        type: 'string',
        default: 'text',
        description: 'The field of the text',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Embedded Field',
        name: 'embeddingKey',
        type: 'string',
        default: 'embedding',
        description: 'The field of the vector',
        additionalParams: true,
        optional: true,
      },
    ],
    search: [
      filterInput('mongoMetadataFilter', {
        description:
          'Only what this filter lets pass is found; written as MongoDB does, by fields that the index may filter by',
      }),
    ],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).mongoStore),
})
