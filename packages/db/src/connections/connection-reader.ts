import type { Selectable } from 'kysely'
import { prepareRead, type TenantScope } from '../tenant/tenant-scope.ts'
import type { AuthorisationTable, ConnectionTable } from './connection-tables.ts'

/** A connection with its sealed tokens. */
export type ConnectionRow = Selectable<ConnectionTable>

/** A way to an account that somebody began. */
export type AuthorisationRow = Selectable<AuthorisationTable>

/** Reads the connections of one workspace. */
export interface ConnectionReader {
  find(credentialId: string): Promise<ConnectionRow | undefined>
}

const FIND = prepareRead(['credentialId'], (db: TenantScope['db'], { credentialId }) =>
  db.selectFrom('connections').selectAll().where('credentialId', '=', credentialId),
)

/** Makes the reader of connections. */
export function createConnectionReader(scope: TenantScope): ConnectionReader {
  return {
    find: async (credentialId) => (await scope.read(FIND, { credentialId }))[0],
  }
}
