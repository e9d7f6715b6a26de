import type { InputDefinition } from '@runnel/contract'
import { postgresCredential as credential, credentialInput, defineNode } from '@runnel/node-kit'
import { fileUploadInput, filterInput, provideStore, storeDefinition } from '../store-definition.ts'

function hnswInput(name: string, facts: Omit<InputDefinition, 'name' | 'type'>): InputDefinition {
  return {
    ...facts,
    name,
    type: 'number',
    step: 1,
    show: { indexType: 'hnsw' },
    additionalParams: true,
    optional: true,
  }
}

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
    sendsCredentialBy: ['port', 'ssl'],
    takesRecordManager: true,
    findsWords: true,
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
      {
        label: 'Index',
        name: 'indexType',
        type: 'options',
        default: 'none',
        options: [
          { label: 'None: every row is compared', name: 'none' },
          { label: 'HNSW', name: 'hnsw' },
        ],
        description:
          'HNSW finds quickly among many rows, and now and then misses one. It takes vectors of up to 2,000 dimensions, is made when the store is filled, and is left out by searches with a filter, which compare all that passes',
        additionalParams: true,
        optional: true,
      },
      hnswInput('hnswM', {
        label: 'HNSW M',
        min: 2,
        max: 100,
        placeholder: '16',
        description:
          'With how many neighbours each row is linked; 16 when empty. Read when the index is made',
      }),
      hnswInput('hnswEfConstruction', {
        label: 'HNSW ef_construction',
        min: 4,
        max: 1000,
        placeholder: '64',
        description:
          'Of how many candidates neighbours are chosen; 64 when empty. Read when the index is made',
      }),
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
      hnswInput('hnswEfSearch', {
        label: 'HNSW ef_search',
        min: 1,
        max: 1000,
        placeholder: '40',
        description:
          'Of how many candidates a question chooses: more find more surely, and slower; 40 when empty',
      }),
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
