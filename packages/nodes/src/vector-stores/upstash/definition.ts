import { type CredentialType, credentialInput, defineNode, pathAt, testKey } from '@runnel/node-kit'
import { fileUploadInput, filterInput, provideStore, storeDefinition } from '../store-definition.ts'

const credential: CredentialType = {
  name: 'upstashVectorApi',
  label: 'Upstash Vector API',
  version: 1,
  inputs: [
    {
      label: 'Upstash Vector REST URL',
      name: 'UPSTASH_VECTOR_REST_URL',
      type: 'url',
      placeholder: 'https://my-index-eu1-vector.upstash.io',
    },
    { label: 'Upstash Vector REST Token', name: 'UPSTASH_VECTOR_REST_TOKEN', type: 'password' },
  ],
  test: testKey('UPSTASH_VECTOR_REST_TOKEN', { url: pathAt('UPSTASH_VECTOR_REST_URL', '/info') }),
}

/** Indexes of Upstash Vector. */
export const upstash = defineNode({
  definition: storeDefinition({
    name: 'upstash',
    label: 'Upstash Vector',
    version: 2,
    type: 'Upstash',
    description:
      'Keeps documents in an index of Upstash Vector and finds those that mean the same as a question',
    credential: credentialInput(credential),
    takesRecordManager: true,
    place: [fileUploadInput],
    search: [filterInput('upstashMetadataFilter', { type: 'string', rows: 2, placeholder: "topic = 'tea'" })],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).upstashStore),
})
