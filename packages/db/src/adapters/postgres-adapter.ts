import { errorMessage, RunnelError } from '@runnel/contract'
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { PoolClient, PoolConfig } from 'pg'
import { Pool } from 'pg'
import type { DatabaseSchema } from '../schema.ts'
import { type DatabaseAdapter, LONG_READ_MS, type Scope } from './adapter.ts'
import { createKysely } from './create-kysely.ts'
import { createOperationGate } from './operation-gate.ts'
import { createReadConnection, createTransaction, type ScopeSettings } from './postgres-connections.ts'
import { createStatementGroups } from './postgres-groups.ts'
import { sendOnAny } from './postgres-statement.ts'

/** The role that tenants' statements run as where the login itself could bypass row-level security. */
export const APPLICATION_ROLE = 'runnel_app'

const DEFAULT_POOL_SIZE = 8
/**
 * Groups of statements under way at a time; what is asked for meanwhile waits and goes together. More of them make the
 * groups smaller, and each costs a round trip and a commit; fewer let a slow read hold up more of its neighbours. Of
 * the writes, one waits for the disk while the next is executed.
 */
const READS_UNDER_WAY = 4
const WRITES_UNDER_WAY = 2
/** Each alone in its round trip; they leave room in the pool for everybody else. */
const LONG_READS_UNDER_WAY = 2

/** Longest wait for a connection, new or free; and when the system asks an idle one whether it is still there. */
const CONNECT_MS = 10_000
const KEEP_ALIVE_AFTER_MS = 10_000
/** Longest silence of the server: a connection that exceeds it is thrown away. */
const READ_SILENCE_MS = 10_000
const WRITE_SILENCE_MS = 30_000
/** Longest wait for a row that another transaction holds: it takes a connection, here and at the server. */
const LOCK_MS = 5_000
/** Longest silence of ours in a transaction: what a stopped or lost process holds is given back then. */
const IDLE_MS = 30_000
/** How much longer than the server we wait for the end of a long read. */
const CANCEL_MS = 2_000

/** Where the server is, and how long it may be silent. */
export interface PostgresPlace {
  url: string
  /** Connections for statements at most, and as many for transactions of several statements, which may wait for rows. */
  poolSize?: number | undefined
  /** Longest time of a list, count or search, in milliseconds. */
  longReadMs?: number | undefined
  /** Longest wait for a connection, in milliseconds. */
  connectMs?: number | undefined
  /** Longest wait for a row that another transaction holds, in milliseconds. */
  lockMs?: number | undefined
  /** Longest time that a transaction of ours may ask for nothing, in milliseconds. */
  idleMs?: number | undefined
  /** Longest silence of the server where less is expected of it, in milliseconds. */
  silenceMs?: number | undefined
}

const DIALECT = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** A broken connection fails its statements and is replaced; without listeners the process would end with it. */
function openPool(config: PoolConfig): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...config,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * True when row-level security would not bind the login, so that each transaction must take the other role. It is the
 * first question to the server: when it fails, the pool is closed and the error says what to look at.
 */
async function mayBypass(pool: Pool, url: string, silenceMs: number): Promise<boolean> {
  const sql = 'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user'
  try {
    const [answer] = await sendOnAny(pool, [{ sql, parameters: [] }], silenceMs)
    return answer?.rows[0]?.bypasses === true
  } catch (error) {
    await pool.end()
    const place = URL.canParse(url) ? ` at ${new URL(url).host}` : ''
    throw new RunnelError(
      'unavailable',
      `PostgreSQL${place} cannot be used: ${errorMessage(error)}. Check DATABASE_URL and that the server runs.`,
      { cause: error },
    )
  }
}

/**
 * Lists are answered by indexes that hold all they need; workers in parallel would only take the cores of others; a page
 * far behind is sorted in memory; each is planned for what it asks for.
 */
const LONG_READ_PLANNING =
  "set_config('random_page_cost', '1.1', true), set_config('max_parallel_workers_per_gather', '0', true), set_config('work_mem', '32MB', true), set_config('plan_cache_mode', 'force_custom_plan', true)"

interface SettingsOptions extends Required<Pick<PostgresPlace, 'longReadMs' | 'lockMs' | 'idleMs'>> {
  takesRole: boolean
}

/** The settings of a scope; its values are parameters, so that the server plans each of the two texts once. */
function createSettings(
  scope: Scope,
  { takesRole, longReadMs, lockMs, idleMs }: SettingsOptions,
): ScopeSettings {
  const parameters = [
    scope.kind === 'tenant' ? scope.workspaceId : '',
    scope.kind === 'system' ? '' : (scope.organizationId ?? ''),
    scope.kind === 'system' ? 'system' : '',
  ]
  const role = takesRole ? `, set_config('role', '${APPLICATION_ROLE}', true)` : ''
  const scoping = `select set_config('app.workspace', $1, true), set_config('app.organization', $2, true),
    set_config('app.scope', $3, true)`
  const reading = `${scoping}, set_config('transaction_read_only', 'on', true)${role}`
  return {
    read: { sql: reading, parameters },
    longRead: {
      sql: `${reading}, set_config('statement_timeout', $4, true), ${LONG_READ_PLANNING}`,
      parameters: [...parameters, String(longReadMs)],
    },
    write: {
      sql: `${scoping}, set_config('lock_timeout', $4, true), set_config('idle_in_transaction_session_timeout', $5, true)${role}`,
      parameters: [...parameters, String(lockMs), String(idleMs)],
    },
  }
}

async function runInTransaction<T>(
  client: PoolClient,
  { settings, silenceMs }: { settings: ScopeSettings; silenceMs: number },
  work: (db: Kysely<DatabaseSchema>) => Promise<T>,
): Promise<T> {
  const transaction = createTransaction(client, settings, silenceMs)
  try {
    const value = await work(createKysely(transaction.connection, DIALECT))
    await transaction.commit()
    client.release()
    return value
  } catch (error) {
    await transaction.rollback().then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}

/**
 * PostgreSQL through a pool of connections. Every statement runs in a transaction that names its tenant, and
 * row-level security holds it to that.
 */
export async function createPostgresAdapter({
  url,
  poolSize = DEFAULT_POOL_SIZE,
  longReadMs = LONG_READ_MS,
  connectMs = CONNECT_MS,
  lockMs = LOCK_MS,
  idleMs = IDLE_MS,
  silenceMs,
}: PostgresPlace): Promise<DatabaseAdapter> {
  const places = { connectionString: url, max: poolSize, connectionTimeoutMillis: connectMs }
  const pool = openPool(places)
  // Apart: a transaction keeps its connection while it waits for a row, and nobody else waits with it.
  const transactions = openPool(places)
  const gate = createOperationGate()
  const writeSilence = silenceMs ?? WRITE_SILENCE_MS
  const reads = createStatementGroups(pool, {
    underWay: READS_UNDER_WAY,
    silenceMs: silenceMs ?? READ_SILENCE_MS,
  })
  const writes = createStatementGroups(pool, { underWay: WRITES_UNDER_WAY, silenceMs: writeSilence })
  const longReads = createStatementGroups(pool, {
    underWay: LONG_READS_UNDER_WAY,
    together: 1,
    silenceMs: longReadMs + CANCEL_MS,
  })
  let closing: Promise<void> | undefined
  const takesRole = await mayBypass(pool, url, silenceMs ?? READ_SILENCE_MS)
  const settingsOf = (scope: Scope) => createSettings(scope, { takesRole, longReadMs, lockMs, idleMs })

  return {
    capabilities: {
      rowLevelSecurity: true,
      rowLocks: true,
      sharedByProcesses: true,
      readsIndexedExpressions: false,
      lowersAsciiAlone: true,
    },
    reader: (scope) => createKysely(createReadConnection(reads, gate, settingsOf(scope).read), DIALECT),
    longReader: (scope) =>
      createKysely(createReadConnection(longReads, gate, settingsOf(scope).longRead), DIALECT),
    writeStatement: (scope, statement, lockId) =>
      gate.pass(() => writes.send(settingsOf(scope).write, statement, lockId)),
    write: (scope, work) =>
      gate.pass(async () => {
        const settings = settingsOf(scope)
        return runInTransaction(await transactions.connect(), { settings, silenceMs: writeSilence }, work)
      }),
    async changeSchema(work) {
      const db = createSchemaKysely(url)
      try {
        return await work(db)
      } finally {
        await db.destroy()
      }
    },
    close() {
      closing ??= gate.close().then(async () => {
        await Promise.all([pool.end(), transactions.end()])
      })
      return closing
    },
  }
}

/** A plain Kysely whose session has the system's scope, so that migrations see every tenant's rows. */
function createSchemaKysely(url: string): Kysely<DatabaseSchema> {
  return new Kysely<DatabaseSchema>({
    dialect: new PostgresDialect({
      pool: openPool({ connectionString: url, max: 2 }),
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(`select set_config('app.scope', 'system', false)`))
      },
    }),
  })
}
