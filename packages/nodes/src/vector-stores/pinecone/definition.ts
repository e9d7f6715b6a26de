import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { fileUploadInput, filterInput, provideStore, storeDefinition } from '../store-definition.ts'

const credential = keyCredential('pineconeApi', {
  label: 'Pinecone API',
  field: 'pineconeApiKey',
  test: { url: 'https://api.pinecone.io/indexes', show: (key) => ({ headers: { 'api-key': key } }) },
})

/** Indexes of Pinecone. */
export const pinecone = defineNode({
  definition: storeDefinition({
    name: 'pinecone',
    label: 'Pinecone',
    version: 5,
    type: 'Pinecone',
    description: 'Keeps documents in an index of Pinecone and finds those that mean the same as a question',
    credential: credentialInput(credential),
    takesRecordManager: true,
    place: [
      {
        label: 'Pinecone Index',
        name: 'pineconeIndex',
        type: 'string',
        description: 'A serverless index for dense vectors, made at Pinecone',
      },
      {
        label: 'Pinecone Namespace',
        name: 'pineconeNamespace',
        type: 'string',
        overridable: true,
        placeholder: 'my-first-namespace',
        additionalParams: true,
        optional: true,
      },
      fileUploadInput,
      {
        label: 'Pinecone Text Key',
        name: 'pineconeTextKey',
        type: 'string',
        placeholder: 'text',
        description: 'Under which name a record keeps its text; text when empty',
        additionalParams: true,
        optional: true,
      },
    ],
    search: [filterInput('pineconeMetadataFilter')],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).pineconeStore),
})
