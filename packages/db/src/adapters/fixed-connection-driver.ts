import type { DatabaseConnection, Driver } from 'kysely'

/**
 * A Kysely driver over one given connection. Transactions belong to the adapter, which begins and ends them around
 * the whole work, so the driver refuses to make its own.
 */
export function createFixedConnectionDriver(connection: DatabaseConnection): Driver {
  const refuse = async () => {
    throw new Error('Transactions are made by the database adapter: use Database.write.')
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => undefined,
  }
}
