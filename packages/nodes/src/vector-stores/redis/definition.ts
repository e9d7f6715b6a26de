import { defineNode, redisCredentialInput, redisCredentials } from '@runnel/node-kit'
import { provideStore, storeDefinition } from '../store-definition.ts'

/** Indexes of a Redis that can search. */
export const redis = defineNode({
  definition: storeDefinition({
    name: 'redis',
    label: 'Redis',
    version: 1,
    type: 'Redis',
    description:
      'Keeps documents in a Redis that can search (Redis 8, or Redis Stack) and finds those that mean the same as a question',
    credential: redisCredentialInput,
    findsWords: true,
    place: [
      {
        label: 'Index Name',
        name: 'indexName',
        type: 'string',
        placeholder: '<VECTOR_INDEX_NAME>',
        description: 'Made when the store is filled first',
      },
      {
        label: 'Replace Index?',
        name: 'replaceIndex',
        type: 'boolean',
        default: false,
        description:
          'Kept for imported flows: what a source gives now always takes the place of what it gave before',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Content Field',
        name: 'contentKey',
        type: 'string',
        default: 'content',
        description: 'The field of the text',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Metadata Field',
        name: 'metadataKey',
        type: 'string',
        default: 'metadata',
        description: 'The field of what is known of the text, as JSON',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Vector Field',
        name: 'vectorKey',
        type: 'string',
        default: 'content_vector',
        description: 'The field of the vector',
        additionalParams: true,
        optional: true,
      },
    ],
    search: [],
  }),
  credentials: redisCredentials,
  provides: provideStore(async () => (await import('./store.ts')).redisStore),
})
