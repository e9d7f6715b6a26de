import type { DatabaseAdapter } from './adapter.ts'
import { createPostgresAdapter, type PostgresPlace } from './postgres-adapter.ts'
import { createSqliteAdapter, type SqlitePlace } from './sqlite-adapter.ts'

/** Where the data lies: a file, or a PostgreSQL. */
export type DatabasePlace = ({ kind: 'sqlite' } & SqlitePlace) | ({ kind: 'postgres' } & PostgresPlace)

/** Opens the adapter for a place; the schema may still be old. */
export async function openAdapter(place: DatabasePlace): Promise<DatabaseAdapter> {
  switch (place.kind) {
    case 'sqlite':
      return createSqliteAdapter(place)
    case 'postgres':
      return createPostgresAdapter(place)
    default:
      return place satisfies never
  }
}
