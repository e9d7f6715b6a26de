import { type CredentialType, credentialInput, defineNode } from '@runnel/node-kit'
import { fileUploadInput, filterInput, provideStore, storeDefinition } from '../store-definition.ts'

const credential: CredentialType = {
  name: 'milvusAuth',
  untested: 'addressInNode',
  label: 'Milvus Auth',
  version: 1,
  inputs: [
    { label: 'Milvus User', name: 'milvusUser', type: 'string' },
    { label: 'Milvus Password', name: 'milvusPassword', type: 'password' },
  ],
}

const certificates = [
  ['Secure', 'secure', 'boolean'],
  ['Client PEM Path', 'clientPemPath', 'string'],
  ['Client Key Path', 'clientKeyPath', 'string'],
  ['CA PEM Path', 'caPemPath', 'string'],
] as const

/** Collections of a Milvus server. */
export const milvus = defineNode({
  definition: storeDefinition({
    name: 'milvus',
    label: 'Milvus',
    version: 2.1,
    type: 'Milvus',
    description: 'Keeps documents in a Milvus server and finds those that mean the same as a question',
    credential: { ...credentialInput(credential), optional: true },
    sendsCredentialTo: ['milvusServerUrl'],
    place: [
      {
        label: 'Milvus Server URL',
        name: 'milvusServerUrl',
        type: 'string',
        placeholder: 'http://localhost:19530',
      },
      {
        label: 'Milvus Collection Name',
        name: 'milvusCollection',
        type: 'string',
        overridable: true,
        description: 'Made when the store is filled first',
      },
      {
        label: 'Milvus Partition Name',
        name: 'milvusPartition',
        type: 'string',
        overridable: true,
        default: '_default',
        optional: true,
      },
      fileUploadInput,
      {
        label: 'Milvus Text Field',
        name: 'milvusTextField',
        type: 'string',
        placeholder: 'langchain_text',
        description: 'Under which name an entity keeps its text; langchain_text when empty',
        additionalParams: true,
        optional: true,
      },
    ],
    search: [filterInput('milvusFilter', { type: 'string', rows: 2, placeholder: 'topic == "tea"' })],
    more: [
      ...certificates.map(([label, name, type]) => ({
        label,
        name,
        type,
        description: 'Kept for imported flows: the address says whether the connection is encrypted',
        namesNoHost: true,
        additionalParams: true,
        optional: true,
      })),
      {
        label: 'Server Name',
        name: 'serverName',
        type: 'string',
        description: 'Kept for imported flows: the address names the server',
        namesNoHost: true,
        additionalParams: true,
        optional: true,
      },
    ],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).milvusStore),
})
