import { defineNode } from '@runnel/node-kit'
import { provideRecords, recordManagerDefinition } from '../record-manager-definition.ts'

/** Keeps a store in step with what it is given, as Flowise does by a table of SQLite. */
export const sqliteRecordManager = defineNode({
  definition: recordManagerDefinition({
    name: 'SQLiteRecordManager',
    label: 'SQLite Record Manager',
    version: 1.1,
    type: 'SQLite RecordManager',
  }),
  provides: provideRecords,
})
