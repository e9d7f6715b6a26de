import pg from 'pg'

const TIMEOUT_MS = 3000

/** Whether a PostgreSQL answers at the address and lets the user in. */
export async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
