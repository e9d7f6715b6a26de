import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database of its own for one test file. */
export interface TestDatabase {
  connectionString: string
  /** Ends all connections of the given application name, as a network failure would. */
  cutConnections(applicationName: string): Promise<number>
  drop(): Promise<void>
}

function serverUrl(): URL {
  return new URL(process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres')
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl().href })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes an empty PostgreSQL database on the test server (`TEST_DATABASE_URL`, else 127.0.0.1:5432). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `runnel_drivers_${randomBytes(6).toString('hex')}`
  await onServer((client) => client.query(`CREATE DATABASE ${name}`))
  const url = serverUrl()
  url.pathname = `/${name}`
  return {
    connectionString: url.href,
    cutConnections: (applicationName) =>
      onServer(async (client) => {
        const { rowCount } = await client.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = $2',
          [name, applicationName],
        )
        return rowCount ?? 0
      }),
    drop: () => onServer(async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  }
}
