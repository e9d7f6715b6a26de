import { type CredentialType, credentialInput, defineNode, readServerBase } from '@runnel/node-kit'
import { indexNameInput } from '../index-name-input.ts'
import { basicHeader } from '../key-header.ts'
import { provideStore, storeDefinition } from '../store-definition.ts'

/** What an address looks like. */
const EXAMPLE = 'https://search.example.com:9200'

const credential: CredentialType = {
  name: 'openSearchUrl',
  label: 'OpenSearch',
  version: 2,
  inputs: [
    { label: 'OpenSearch Url', name: 'openSearchUrl', type: 'url', placeholder: 'https://localhost:9200' },
    { label: 'User', name: 'user', type: 'string', optional: true },
    { label: 'Password', name: 'password', type: 'password', optional: true },
  ],
  test: ({ openSearchUrl = '', user = '', password = '' }) => ({
    url: `${readServerBase(openSearchUrl, EXAMPLE)}/`,
    ...(user !== '' && { headers: { authorization: basicHeader(user, password) } }),
  }),
}

const optionsOf = (names: string[]) => names.map((name) => ({ label: name, name }))

/** Indexes of OpenSearch. */
export const openSearch = defineNode({
  definition: storeDefinition({
    name: 'openSearch',
    label: 'OpenSearch',
    version: 4,
    type: 'OpenSearch',
    description: 'Keeps documents in an index of OpenSearch and finds those that mean the same as a question',
    credential: credentialInput(credential),
    findsWords: true,
    place: [indexNameInput],
    search: [],
    more: [
      {
        label: 'Engine',
        name: 'engine',
        type: 'options',
        default: 'lucene',
        options: optionsOf(['lucene', 'faiss', 'nmslib']),
        description: 'What searches the vectors of a new index',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Space Type',
        name: 'spaceType',
        type: 'options',
        default: 'l2',
        options: optionsOf(['l2', 'cosinesimil', 'innerproduct']),
        description: 'How a new index compares vectors',
        additionalParams: true,
        optional: true,
      },
    ],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).openSearchStore),
})
