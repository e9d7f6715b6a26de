import type { CredentialDefinition } from '@runnel/contract'
import { credentialInput, defineNode } from '@runnel/node-kit'
import {
  fileUploadInput,
  filterInput,
  provideStore,
  storeDefinition,
  topKInput,
} from '../store-definition.ts'

const credential: CredentialDefinition = {
  name: 'meilisearchApi',
  untested: 'addressInNode',
  label: 'Meilisearch API',
  version: 1,
  description:
    'The admin key fills indexes. With the search key alone they are searched; it must also read indexes and settings',
  inputs: [
    { label: 'Meilisearch Search API Key', name: 'meilisearchSearchApiKey', type: 'password' },
    { label: 'Meilisearch Admin API Key', name: 'meilisearchAdminApiKey', type: 'password', optional: true },
  ],
}

/** Indexes of a Meilisearch server. */
export const meilisearch = defineNode({
  definition: storeDefinition({
    name: 'meilisearch',
    label: 'Meilisearch',
    version: 1,
    type: 'Meilisearch',
    description:
      'Keeps documents in a Meilisearch server and finds those that mean the same as a question, or have its words',
    credential: credentialInput(credential),
    sendsCredentialTo: ['host'],
    limit: { ...topKInput, name: 'K' },
    place: [
      { label: 'Host', name: 'host', type: 'string', placeholder: 'http://localhost:7700' },
      {
        label: 'Index Uid',
        name: 'indexUid',
        type: 'string',
        description: 'Made when the store is filled first',
      },
      fileUploadInput,
      {
        label: 'Delete Index if exists',
        name: 'deleteIndex',
        type: 'boolean',
        description:
          'Kept for imported flows: what is given no more is taken away by itself, and nothing else',
        additionalParams: true,
        optional: true,
      },
    ],
    search: [
      {
        label: 'Semantic Ratio',
        name: 'semanticRatio',
        type: 'number',
        overridable: true,
        step: 0.1,
        min: 0,
        max: 1,
        placeholder: '1',
        description: 'From 0, by words alone, to 1, by meaning alone; 1 when empty',
        additionalParams: true,
        optional: true,
      },
      filterInput('searchFilter', {
        label: 'Search Filter',
        type: 'string',
        placeholder: 'metadata.topic = "tea"',
      }),
    ],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).meilisearchStore),
})
