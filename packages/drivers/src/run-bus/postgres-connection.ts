import type { Client } from 'pg'

/** A connection that listens on one channel and comes back by itself. */
export interface PostgresConnection {
  /** Resolves at the first success; rejects when the first attempt fails. */
  opened: Promise<void>
  isOpen(): boolean
  /** Runs a statement, and gives its rows. Rejects while there is no connection. */
  query(text: string, values: unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** Where to connect and what to do with what comes. */
export interface PostgresConnectionOptions {
  connectionString: string
  channel: string
  applicationName: string
  onPayload(payload: string): void
  /** Called after a lost connection was made again: messages in between are lost. */
  onReconnect(): void
  onError(error: unknown): void
}

const HEARTBEAT_MS = 10_000
const HEARTBEAT_TIMEOUT_MS = 5_000
const LONGEST_PAUSE_MS = 5_000

async function connect(options: PostgresConnectionOptions): Promise<Client> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: options.applicationName,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: HEARTBEAT_TIMEOUT_MS,
  })
  client.on('notification', ({ payload }) => options.onPayload(payload ?? ''))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SET synchronous_commit = off')
    await client.query(`LISTEN ${pg.escapeIdentifier(options.channel)}`)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Opens the connection and keeps it: a heartbeat finds silent losses, pauses between attempts grow to 5 s. */
export function openPostgresConnection(options: PostgresConnectionOptions): PostgresConnection {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let attempts = 0
  let isClosed = false

  function watch(next: Client): void {
    client = next
    attempts = 0
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next, new Error('The connection of the run bus was closed')))
    timer = setTimeout(() => beat(next), HEARTBEAT_MS)
  }

  function beat(current: Client): void {
    current.query('SELECT 1').then(
      () => {
        if (client === current) timer = setTimeout(() => beat(current), HEARTBEAT_MS)
      },
      (error) => lose(current, error),
    )
  }

  function lose(lost: Client, error: unknown): void {
    if (client !== lost) return
    client = undefined
    clearTimeout(timer)
    void lost.end().catch(() => undefined)
    if (isClosed) return
    options.onError(error)
    tryAgain()
  }

  function tryAgain(): void {
    const pause = Math.min(LONGEST_PAUSE_MS, 100 * 2 ** attempts)
    attempts += 1
    timer = setTimeout(() => {
      connect(options).then(comeBack, tryAgain)
    }, pause)
  }

  function comeBack(next: Client): void {
    if (isClosed) {
      void next.end()
      return
    }
    watch(next)
    options.onReconnect()
  }

  return {
    opened: connect(options).then(watch),
    isOpen: () => client !== undefined,
    async query(text, values) {
      if (client === undefined) throw new Error('The run bus has no connection')
      const { rows } = await client.query<Record<string, unknown>>(text, values)
      return rows
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}
