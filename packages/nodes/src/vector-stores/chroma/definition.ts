import { type CredentialType, credentialInput, defineNode } from '@runnel/node-kit'
import { filterInput, provideStore, storeDefinition } from '../store-definition.ts'

const credential: CredentialType = {
  name: 'chromaApi',
  untested: 'addressInNode',
  label: 'Chroma API',
  version: 1,
  inputs: [
    { label: 'Chroma Api Key', name: 'chromaApiKey', type: 'password' },
    { label: 'Chroma Tenant', name: 'chromaTenant', type: 'string' },
    { label: 'Chroma Database', name: 'chromaDatabase', type: 'string' },
  ],
}

/** Collections of a Chroma server. */
export const chroma = defineNode({
  definition: storeDefinition({
    name: 'chroma',
    label: 'Chroma',
    version: 2,
    type: 'Chroma',
    description: 'Keeps documents in a Chroma server and finds those that mean the same as a question',
    credential: {
      ...credentialInput(credential),
      optional: true,
      description: 'For Chroma Cloud, and servers that ask for a token',
    },
    sendsCredentialTo: ['chromaURL'],
    takesRecordManager: true,
    place: [
      {
        label: 'Collection Name',
        name: 'collectionName',
        type: 'string',
        overridable: true,
        description: 'Made when the store is filled first',
      },
      {
        label: 'Chroma URL',
        name: 'chromaURL',
        type: 'string',
        placeholder: 'http://localhost:8000',
        description: 'Empty means Chroma Cloud',
        optional: true,
      },
    ],
    search: [filterInput('chromaMetadataFilter')],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).chromaStore),
})
