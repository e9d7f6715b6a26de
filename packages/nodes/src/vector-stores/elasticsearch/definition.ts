import { type CredentialType, defineNode, pathAt, testKey } from '@runnel/node-kit'
import { indexNameInput } from '../index-name-input.ts'
import { basicHeader } from '../key-header.ts'
import { provideStore, storeDefinition } from '../store-definition.ts'

const byKey: CredentialType = {
  name: 'elasticsearchApi',
  label: 'Elasticsearch API',
  version: 1,
  inputs: [
    {
      label: 'Elasticsearch Endpoint',
      name: 'endpoint',
      type: 'string',
      placeholder: 'http://localhost:9200',
    },
    { label: 'Elasticsearch API Key', name: 'apiKey', type: 'password' },
  ],
  test: testKey('apiKey', {
    url: pathAt('endpoint', '/_security/_authenticate'),
    show: (key) => ({ headers: { authorization: `ApiKey ${key}` } }),
  }),
}
const byPassword: CredentialType = {
  name: 'elasticSearchUserPassword',
  label: 'ElasticSearch User Password',
  version: 1,
  inputs: [
    {
      label: 'Cloud ID',
      name: 'cloudId',
      type: 'string',
      description: 'The ID that Elastic Cloud shows, or the address of a server',
    },
    { label: 'ElasticSearch User', name: 'username', type: 'string' },
    { label: 'ElasticSearch Password', name: 'password', type: 'password' },
  ],
  test: async ({ cloudId = '', username = '', password = '' }) => ({
    url: `${(await import('./read-cloud.ts')).readCloud(cloudId.trim())}/_security/_authenticate`,
    headers: { authorization: basicHeader(username, password) },
  }),
}

/** Indexes of Elasticsearch. */
export const elasticsearch = defineNode({
  definition: storeDefinition({
    name: 'elasticsearch',
    label: 'Elasticsearch',
    version: 2,
    type: 'Elasticsearch',
    description:
      'Keeps documents in an index of Elasticsearch and finds those that mean the same as a question',
    credential: {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      credentialNames: [byKey.name, byPassword.name],
    },
    takesRecordManager: true,
    findsWords: true,
    place: [indexNameInput],
    search: [],
    more: [
      {
        label: 'Similarity',
        name: 'similarity',
        type: 'options',
        default: 'l2_norm',
        options: ['l2_norm', 'dot_product', 'cosine'].map((name) => ({ label: name, name })),
        description: 'How a new index compares vectors',
        additionalParams: true,
        optional: true,
      },
    ],
  }),
  credentials: [byKey, byPassword],
  provides: provideStore(async () => (await import('./store.ts')).elasticsearchStore),
})
