import { postgresCredential as credential, credentialInput, defineNode } from '@runnel/node-kit'
import { databaseInputs, provideRecords, recordManagerDefinition } from '../record-manager-definition.ts'

/** Keeps a store in step with what it is given, as Flowise does by a table of PostgreSQL. */
export const postgresRecordManager = defineNode({
  definition: recordManagerDefinition({
    name: 'postgresRecordManager',
    label: 'Postgres Record Manager',
    version: 1,
    type: 'Postgres RecordManager',
    credential: { ...credentialInput(credential), optional: true },
    sendsCredentialTo: ['host'],
    sendsCredentialBy: ['port', 'ssl'],
    place: [
      ...databaseInputs,
      {
        label: 'SSL',
        name: 'ssl',
        type: 'boolean',
        description: 'Kept for imported flows: no connection is made',
        additionalParams: true,
        optional: true,
      },
    ],
  }),
  credentials: [credential],
  provides: provideRecords,
})
