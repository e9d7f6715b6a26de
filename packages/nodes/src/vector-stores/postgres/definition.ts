import { postgresCredential as credential, credentialInput, defineNode } from '@runnel/node-kit'
import { fileUploadInput, filterInput, provideStore, storeDefinition } from '../store-definition.ts'

/** Tables of a PostgreSQL with pgvector. */
export const postgres = defineNode({
  definition: storeDefinition({
    name: 'postgres',
    label: 'Postgres',
    version: 7.1,
    type: 'Postgres',
    description:
      'Keeps documents in a table of a PostgreSQL that has pgvector, and finds those that mean the same as a question',
    credential: { ...credentialInput(credential), optional: true },
    sendsCredentialTo: ['host'],
    takesRecordManager: true,
    place: [
      { label: 'Host', name: 'host', type: 'string', optional: true, placeholder: 'db.example.com' },
      { label: 'Database', name: 'database', type: 'string', optional: true },
      { label: 'Port', name: 'port', type: 'number', placeholder: '5432', optional: true },
      {
        label: 'SSL',
        name: 'ssl',
        type: 'boolean',
        description: 'Speaks TLS with the server; its certificate must be valid for its host',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Table Name',
        name: 'tableName',
        type: 'string',
        placeholder: 'documents',
        description: 'Made when the store is filled first; "documents" when empty',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Distance Strategy',
        name: 'distanceStrategy',
        type: 'options',
        default: 'cosine',
        options: [
          { label: 'Cosine', name: 'cosine' },
          { label: 'Euclidean', name: 'euclidean' },
          { label: 'Inner Product', name: 'innerProduct' },
        ],
        description: 'How a question is compared with what is stored',
        onlySearches: true,
        additionalParams: true,
        optional: true,
      },
      fileUploadInput,
      {
        label: 'Upsert Batch Size',
        name: 'batchSize',
        type: 'number',
        min: 1,
        max: 500,
        description: 'How many pieces are stored at once; 100 when empty',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Additional Configuration',
        name: 'additionalConfig',
        type: 'json',
        description: 'Of its settings "schema" is read: in which schema the table is',
        namesNoHost: true,
        additionalParams: true,
        optional: true,
      },
    ],
    search: [
      filterInput('pgMetadataFilter', {
        description:
          'Only what this lets pass is found: {"topic": "tea"}, or {"topic": {"in": ["tea", "milk"]}} with in, notIn or arrayContains',
      }),
    ],
    more: [
      {
        label: 'Content Column Name',
        name: 'contentColumnName',
        type: 'string',
        placeholder: 'pageContent',
        description: 'The column of the text; "pageContent" when empty',
        additionalParams: true,
        optional: true,
      },
    ],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).postgresStore),
})
