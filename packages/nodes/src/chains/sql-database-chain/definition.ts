import { defineNode, mysqlCredential, postgresCredential } from '@runnel/node-kit'
import { chainDefinition } from '../chain-definition.ts'
import { SQL_PROMPT } from './default-prompt.ts'

const credentials = [postgresCredential, mysqlCredential]

/** Answers from an SQL database. */
export const sqlDatabaseChain = defineNode({
  definition: chainDefinition({
    name: 'sqlDatabaseChain',
    label: 'Sql Database Chain',
    version: 5,
    type: 'SqlDatabaseChain',
    icon: 'IconDatabaseSearch',
    description:
      'Answers from an SQL database by a statement that the model writes. It can only read; which tables, the rights of the login decide',
    sendsCredentialTo: ['url'],
    credential: {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      optional: true,
      credentialNames: credentials.map(({ name }) => name),
      description: 'Name and password, in place of those in the connection string',
    },
    inputs: [
      {
        label: 'Database',
        name: 'database',
        type: 'options',
        options: [
          { label: 'PostgreSQL', name: 'postgres' },
          { label: 'MySQL', name: 'mysql', description: 'or MariaDB' },
        ],
        default: 'postgres',
      },
      {
        label: 'Connection string or file path (sqlite only)',
        name: 'url',
        type: 'string',
        placeholder: 'postgres://127.0.0.1:5432/tea',
        description: 'Files of SQLite are not read',
      },
      {
        label: 'Include Tables',
        name: 'includesTables',
        type: 'string',
        description: 'The tables that the model is told of, with commas between them; all when empty',
        placeholder: 'table1, table2',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Ignore Tables',
        name: 'ignoreTables',
        type: 'string',
        description: 'The tables that the model is not told of, with commas between them',
        placeholder: 'table1, table2',
        additionalParams: true,
        optional: true,
      },
      {
        label: "Sample table's rows info",
        name: 'sampleRowsInTableInfo',
        type: 'number',
        min: 0,
        max: 20,
        description: 'How many rows of each table the model is shown; 3 when empty',
        placeholder: '3',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Top Keys',
        name: 'topK',
        type: 'number',
        min: 1,
        description: 'How many rows the model asks for where the question does not say; 10 when empty',
        placeholder: '10',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Custom Prompt',
        name: 'customPrompt',
        type: 'string',
        rows: 4,
        description:
          'How the model is asked, for the statement and then for the answer; {input}, {table_info}, {dialect} and {top_k} are filled in',
        placeholder: SQL_PROMPT,
        additionalParams: true,
        optional: true,
      },
    ],
  }),
  credentials,
  run: async () => (await import('./run.ts')).runSqlDatabaseChain,
})
