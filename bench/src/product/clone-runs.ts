import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/* Fills a database below the product: a hundred thousand runs through the API take minutes. What is cloned are rows
   that the product wrote itself, with every column that they have. */

const SESSIONS = 2_000
/** One run in so many ended with an error. */
const ERROR_EVERY = 10

/** What differs between the two databases. */
interface Dialect {
  /** Names of a table's columns. */
  readColumns(table: string): Promise<string[]>
  run(sql: string): Promise<void>
  /** A select that gives `n` from 1 to a count. */
  count(upTo: number): string
  hex(value: string, digits: number): string
}

/** Where the installation keeps its data. */
export type InstallationDatabase = { file: string } | { address: string }

/** Gives each of these finished runs so many copies, with journal, events and messages, spread over the past. */
export async function cloneRuns(
  database: InstallationDatabase,
  runIds: readonly string[],
  copies: number,
): Promise<void> {
  const { dialect, close } =
    'file' in database ? openSqlite(database.file) : await openPostgres(database.address)
  try {
    for (const [family, runId] of runIds.entries()) await cloneRun(dialect, { runId, family, copies })
    await dialect.run('analyze')
  } finally {
    await close()
  }
}

interface Cloning {
  runId: string
  /** Number of the run that is cloned, so that no two copies share an id. */
  family: number
  copies: number
}

async function cloneRun(dialect: Dialect, cloning: Cloning): Promise<void> {
  const newId = idOf(dialect, cloning.family, '"n"')
  const earlier = (column: string) => `t."${column}" - "n" * 60000`
  const session = `'session-' || ("n" % ${SESSIONS})`
  const status = `case when "n" % ${ERROR_EVERY} = 0 then 'error' else t."status" end`
  const times = Object.fromEntries(
    ['createdAt', 'updatedAt', 'startedAt', 'endedAt'].map((column) => [column, earlier(column)]),
  )
  const common = { sessionId: session, chatId: session, ...times }
  const own = `"runId" = '${cloning.runId}'`
  await insertCopies(dialect, cloning, {
    table: 'runs',
    where: `"id" = '${cloning.runId}'`,
    values: { ...common, id: newId, status },
  })
  await insertCopies(dialect, cloning, { table: 'runSteps', where: own, values: { runId: newId } })
  await insertCopies(dialect, cloning, { table: 'runEvents', where: own, values: { runId: newId } })
  for (const [place, role] of ['userMessage', 'apiMessage'].entries())
    await insertCopies(dialect, cloning, {
      table: 'chatMessages',
      where: `${own} and "role" = '${role}'`,
      values: {
        ...common,
        id: idOf(dialect, cloning.family, `"n" * 2 + ${place + 1_000_000_000}`),
        runId: newId,
        position: 't."position" - "n" * 2',
      },
    })
}

interface Copies {
  table: string
  where: string
  /** SQL per column of what the copy does not take over; columns that the table lacks are left out. */
  values: Readonly<Record<string, string>>
}

async function insertCopies(
  dialect: Dialect,
  { copies }: Cloning,
  { table, where, values }: Copies,
): Promise<void> {
  const columns = await dialect.readColumns(table)
  const names = columns.map((name) => `"${name}"`).join(', ')
  const sources = columns.map((name) => values[name] ?? `t."${name}"`).join(', ')
  await dialect.run(
    `insert into "${table}" (${names})
     select ${sources} from "${table}" t, (${dialect.count(copies)}) numbers where ${where}`,
  )
}

/** A UUID of a family and a number. */
function idOf(dialect: Dialect, family: number, number: string): string {
  const head = (family + 1).toString(16).padStart(8, '0')
  return `'${head}-0000-4000-8000-' || ${dialect.hex(number, 12)}`
}

function openSqlite(file: string) {
  const database = new DatabaseSync(file)
  const dialect: Dialect = {
    async readColumns(table) {
      return database
        .prepare(`pragma table_info("${table}")`)
        .all()
        .map(({ name }) => String(name))
    },
    async run(sql) {
      database.exec(sql)
    },
    count: (upTo) =>
      `with recursive c("n") as (select 1 union all select "n" + 1 from c where "n" < ${upTo}) select "n" from c`,
    hex: (value, digits) => `printf('%0${digits}x', ${value})`,
  }
  return { dialect, close: async () => database.close() }
}

async function openPostgres(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const dialect: Dialect = {
    async readColumns(table) {
      const { rows } = await client.query<{ name: string }>(
        'select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1',
        [table],
      )
      return rows.map(({ name }) => name)
    },
    async run(sql) {
      await client.query(sql)
    },
    count: (upTo) => `select generate_series(1, ${upTo}) as "n"`,
    hex: (value, digits) => `lpad(to_hex((${value})::bigint), ${digits}, '0')`,
  }
  return { dialect, close: () => client.end() }
}
