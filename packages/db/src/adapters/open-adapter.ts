import type { DatabaseAdapter } from './adapter.ts'
import { createPostgresAdapter } from './postgres-adapter.ts'
import { createSqliteAdapter } from './sqlite-adapter.ts'

/** Where the data lies: a file, or a PostgreSQL with at most `poolSize` connections. */
export type DatabasePlace =
  | { kind: 'sqlite'; file: string }
  | { kind: 'postgres'; url: string; poolSize?: number | undefined }

/** Opens the adapter for a place; the schema may still be old. */
export async function openAdapter(place: DatabasePlace): Promise<DatabaseAdapter> {
  switch (place.kind) {
    case 'sqlite':
      return createSqliteAdapter(place.file)
    case 'postgres':
      return createPostgresAdapter(place)
    default:
      return place satisfies never
  }
}
