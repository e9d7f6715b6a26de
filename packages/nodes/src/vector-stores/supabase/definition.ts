import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { filterInput, provideStore, storeDefinition } from '../store-definition.ts'

const credential = keyCredential('supabaseApi', {
  untested: 'addressInNode',
  label: 'Supabase API',
  field: 'supabaseApiKey',
})

/** Tables of Supabase with a column of vectors. */
export const supabase = defineNode({
  definition: storeDefinition({
    name: 'supabase',
    label: 'Supabase',
    version: 4,
    type: 'Supabase',
    description: 'Keeps documents in a table of Supabase and finds those that mean the same as a question',
    credential: credentialInput(credential),
    sendsCredentialTo: ['supabaseProjUrl'],
    takesRecordManager: true,
    place: [
      {
        label: 'Supabase Project URL',
        name: 'supabaseProjUrl',
        type: 'string',
        placeholder: 'https://my-project.supabase.co',
      },
      {
        label: 'Table Name',
        name: 'tableName',
        type: 'string',
        description: 'A table with the columns id, content, metadata and embedding, made at Supabase',
      },
      {
        label: 'Query Name',
        name: 'queryName',
        type: 'string',
        placeholder: 'match_documents',
        description: 'The function of the database that finds the nearest rows',
      },
    ],
    search: [
      filterInput('supabaseMetadataFilter', { description: 'Only rows whose metadata holds this is found' }),
      {
        label: 'Supabase RPC Filter',
        name: 'supabaseRPCFilter',
        type: 'string',
        codeLanguage: 'filter',
        rows: 4,
        placeholder: 'filter("metadata->page::int", "gt", 5).filter("metadata->>topic", "eq", "tea")',
        description:
          'Conditions on the rows that the function gives: columns, operators and values in double quotes',
        additionalParams: true,
        optional: true,
      },
    ],
  }),
  credentials: [credential],
  provides: provideStore(async () => (await import('./store.ts')).supabaseStore),
})
