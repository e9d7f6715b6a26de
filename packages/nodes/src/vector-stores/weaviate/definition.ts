import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { filterInput, provideStore, storeDefinition } from '../store-definition.ts'

const credential = keyCredential('weaviateApi', {
  untested: 'addressInNode',
  label: 'Weaviate API',
  field: 'weaviateApiKey',
})

/** Classes of a Weaviate server. */
export const weaviate = defineNode({
  definition: storeDefinition({
    name: 'weaviate',
    label: 'Weaviate',
    version: 5,
    type: 'Weaviate',
    description: 'Keeps documents in a Weaviate server and finds those that mean the same as a question',
    credential: { ...credentialInput(credential), optional: true },
    sendsCredentialTo: ['weaviateHost', 'weaviateGrpcHost'],
    sendsCredentialBy: ['weaviateConnectionType', 'weaviateHttpSecure', 'weaviateGrpcSecure'],
    takesRecordManager: true,
    place: [
      {
        label: 'Connection Type',
        name: 'weaviateConnectionType',
        type: 'options',
        default: 'cloud',
        options: [
          { label: 'Weaviate Cloud', name: 'cloud' },
          { label: 'Local', name: 'local', description: 'Not encrypted' },
          { label: 'Custom', name: 'custom' },
        ],
      },
      {
        label: 'Weaviate Host',
        name: 'weaviateHost',
        type: 'string',
        placeholder: 'localhost:8080',
        description: 'Name and port of the server, or its address',
      },
      {
        label: 'Encrypted',
        name: 'weaviateHttpSecure',
        type: 'boolean',
        default: true,
        show: { weaviateConnectionType: 'custom' },
        optional: true,
      },
      {
        label: 'gRPC Host',
        name: 'weaviateGrpcHost',
        type: 'string',
        description: 'Kept for imported flows: the server is asked over HTTP alone',
        show: { weaviateConnectionType: 'custom' },
        optional: true,
      },
      {
        label: 'gRPC Encrypted',
        name: 'weaviateGrpcSecure',
        type: 'boolean',
        default: true,
        description: 'Kept for imported flows: the server is asked over HTTP alone',
        show: { weaviateConnectionType: 'custom' },
        optional: true,
      },
      {
        label: 'Weaviate Index',
        name: 'weaviateIndex',
        type: 'string',
        overridable: true,
        placeholder: 'Documents',
        description: 'The class of the documents, made when the store is filled first',
      },
      {
        label: 'Weaviate Text Key',
        name: 'weaviateTextKey',
        type: 'string',
        placeholder: 'text',
        description: 'Under which name an object keeps its text; text when empty',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Weaviate Metadata Keys',
        name: 'weaviateMetadataKeys',
        type: 'string',
        rows: 4,
        placeholder: '["source", "topic"]',
        description: 'What is told of a document; all that is known of it when empty',
        additionalParams: true,
        optional: true,
      },
    ],
    search: [filterInput('weaviateFilter')],
    more: [
      {
        label: 'Alpha (for Hybrid Search)',
        name: 'alpha',
        type: 'number',
        overridable: true,
        step: 0.1,
        min: 0,
        max: 1,
        placeholder: '1',
        description:
          'From 0, the words of the question alone, to 1, its meaning alone; its meaning when empty',
        additionalParams: true,
        optional: true,
      },
    ],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).weaviateStore),
})
