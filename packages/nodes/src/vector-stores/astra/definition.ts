import { type CredentialType, credentialInput, defineNode } from '@runnel/node-kit'
import { provideStore, storeDefinition } from '../store-definition.ts'

const credential: CredentialType = {
  name: 'AstraDBApi',
  label: 'Astra DB API',
  version: 2,
  inputs: [
    { label: 'Astra DB Application Token', name: 'applicationToken', type: 'password' },
    {
      label: 'Astra DB Api Endpoint',
      name: 'dbEndPoint',
      type: 'string',
      placeholder: 'https://<database>-<region>.apps.astra.datastax.com',
    },
  ],
  test: async (fields) => (await import('./store.ts')).testAstra(fields),
}

/** Collections of Astra DB. */
export const astra = defineNode({
  definition: storeDefinition({
    name: 'Astra',
    label: 'Astra',
    version: 2.1,
    type: 'Astra',
    description:
      'Keeps documents in a collection of Astra DB and finds those that mean the same as a question',
    credential: credentialInput(credential),
    place: [
      {
        label: 'Collection',
        name: 'astraCollection',
        type: 'string',
        overridable: true,
        description: 'Made when the store is filled first',
      },
      {
        label: 'Vector Dimension',
        name: 'vectorDimension',
        type: 'number',
        placeholder: '1536',
        description: 'Kept for imported flows: a new collection takes vectors as the embeddings give them',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Similarity Metric',
        name: 'similarityMetric',
        type: 'string',
        placeholder: 'cosine',
        description: 'How a new collection compares vectors: cosine, euclidean or dot_product',
        additionalParams: true,
        optional: true,
      },
    ],
    search: [],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).astraStore),
})
