import type { NodeType } from '@runnel/node-kit'
import { mySQLRecordManager } from './my-sql-record-manager/definition.ts'
import { postgresRecordManager } from './postgres-record-manager/definition.ts'
import { sqliteRecordManager } from './sq-lite-record-manager/definition.ts'

/** Record managers, in the order in which menus show them. */
export const recordManagers: readonly NodeType[] = [
  mySQLRecordManager,
  postgresRecordManager,
  sqliteRecordManager,
]
