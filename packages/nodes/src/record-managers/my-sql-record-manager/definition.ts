import { mysqlCredential as credential, credentialInput, defineNode } from '@runnel/node-kit'
import { databaseInputs, provideRecords, recordManagerDefinition } from '../record-manager-definition.ts'

/** Keeps a store in step with what it is given, as Flowise does by a table of MySQL. */
export const mySQLRecordManager = defineNode({
  definition: recordManagerDefinition({
    name: 'MySQLRecordManager',
    label: 'MySQL Record Manager',
    version: 1,
    type: 'MySQL RecordManager',
    credential: { ...credentialInput(credential), optional: true },
    sendsCredentialTo: ['host'],
    sendsCredentialBy: ['port'],
    place: databaseInputs,
  }),
  credentials: [credential],
  provides: provideRecords,
})
