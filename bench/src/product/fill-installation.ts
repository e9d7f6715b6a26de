import { randomBytes } from 'node:crypto'
import { type InstallationData, openPlainDatabase, type PlainDatabase } from './plain-database.ts'

/** How much is added. */
interface Filling {
  /** How many runs, each with its journal, events and messages. */
  runs: number
  /** Conversations over which they are spread; 1,000 without a wish. */
  sessions?: number
  /** How many days before the run that is copied the newest copy ended; the same time without a wish. */
  daysEarlier?: number
}

const ROWS_AT_ONCE = 5_000
const MOST_TEMPLATES = 20
const USUAL_SESSIONS = 1_000
/** Copies end one second before each other, so that filters by time cut them. */
const APART_MS = 1_000
const DAY_MS = 86_400_000
/** One copy of so many ended badly. */
const ONE_FAILED_IN = 10

/** How the columns of a table differ in a copy from the run that is copied; the others stay. */
type CopiedColumns = Readonly<Record<string, string>>

/**
 * Adds copies of the runs that the installation has already ended, by SQL beside the product: 100,000 in seconds. The
 * columns are read from the schema, so that a new one is copied as it is. On SQLite the server must not run meanwhile,
 * as it would wait for the writer. Gives how many runs there were to copy.
 * @throws Error when no run has ended yet
 */
export async function fillInstallation(place: InstallationData, filling: Filling): Promise<number> {
  const database = await openPlainDatabase(place)
  try {
    const templates = await database.readTexts(
      `select "id" from "runs" where "endedAt" is not null order by "createdAt" desc limit ${MOST_TEMPLATES}`,
    )
    if (templates.length === 0) throw new Error('Nothing to copy: let the installation end a run first.')
    await copyRuns(database, templates, filling)
    await database.finish()
    return templates.length
  } finally {
    await database.close()
  }
}

async function copyRuns(
  database: PlainDatabase,
  templates: readonly string[],
  { runs, sessions = USUAL_SESSIONS, daysEarlier = 0 }: Filling,
): Promise<void> {
  const tables = describeCopies(database, { sessions, daysEarlier })
  for (let from = 1; from <= runs; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE - 1, runs)
    for (const { table, idColumn, columns } of tables) {
      const names = await database.columnsOf(table)
      const values = names.map((name) => columns[name] ?? `t."${name}"`)
      const list = names.map((name) => `"${name}"`).join(', ')
      for (const [index, template] of templates.entries()) {
        await database.run(`insert into "${table}" (${list})
          with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})
          select ${values.join(', ')} from n, "${table}" t
          where t."${idColumn}" = '${template}' and n.i % ${templates.length} = ${index}`)
      }
    }
  }
}

function describeCopies(
  { hex }: PlainDatabase,
  { sessions, daysEarlier }: { sessions: number; daysEarlier: number },
): { table: string; idColumn: string; columns: CopiedColumns }[] {
  const salt = randomBytes(6).toString('hex')
  const idOf = (last: string) => `${hex('n.i', 8)} || '-0000-7000-8000-' || ${last}`
  const runId = idOf(`'${salt}'`)
  const before = (column: string) => `t."${column}" - n.i * ${APART_MS} - ${daysEarlier * DAY_MS}`
  const session = `'session-' || (n.i % ${sessions})`
  return [
    {
      table: 'runs',
      idColumn: 'id',
      columns: {
        id: runId,
        messageId: runId,
        sessionId: session,
        chatId: session,
        status: `case when n.i % ${ONE_FAILED_IN} = 0 then 'error' else t."status" end`,
        createdAt: before('createdAt'),
        updatedAt: before('updatedAt'),
        startedAt: before('startedAt'),
        endedAt: before('endedAt'),
      },
    },
    { table: 'runSteps', idColumn: 'runId', columns: { runId } },
    { table: 'runEvents', idColumn: 'runId', columns: { runId } },
    {
      table: 'chatMessages',
      idColumn: 'runId',
      columns: {
        // Two messages of one run keep their own ends of the id.
        id: idOf(`substr(t."id", 25, 6) || '${salt.slice(0, 6)}'`),
        runId,
        sessionId: session,
        chatId: session,
        createdAt: before('createdAt'),
      },
    },
  ]
}
