import { join } from 'node:path'
import type { BenchContext } from '../bench-context.ts'
import { type AskedFlow, askFlow, repeatAtOnce } from '../load/ask-flow.ts'
import { callingFlow } from '../product/bench-flows.ts'
import { type Installation, setUpInstallation } from '../product/set-up-installation.ts'
import { weighPostgres, weighSqlite } from '../product/weigh-database.ts'

const CALLERS = 10
const WARM_UP = 300
const RUNS = 1_500
const QUESTION = 'What does step 7 say?'
const LONG_CONVERSATION_TURNS = 500
const TURNS = 300
const KILOBYTE = 1_000

/** What one run, and one turn of a conversation, leave in the database. It does not depend on the machine: once is enough. */
export async function measureStorage(bench: BenchContext) {
  const sqlite = await weighOnSqlite(bench)
  const postgres = await weighOnPostgres(bench)
  return {
    runBytesSqlite: sqlite.run,
    runBytesPostgres: postgres.run,
    turnBytesSqlite: sqlite.turn,
    turnBytesPostgres: postgres.turn,
    innerTurnBytesSqlite: sqlite.innerTurn,
    innerTurnBytesPostgres: postgres.innerTurn,
  }
}

async function weighOnSqlite(bench: BenchContext) {
  const dataDir = bench.newDataDir()
  const server = await bench.start(dataDir)
  const installation = await setUpInstallation(server.origin)
  const found = await weighBoth(bench, installation, async () => weighSqlite(join(dataDir, 'runnel.db')))
  await server.stop()
  return found
}

async function weighOnPostgres(bench: BenchContext) {
  const database = await bench.postgres.create()
  const server = await bench.start(bench.newDataDir(), { settings: { DATABASE_URL: database } })
  const installation = await setUpInstallation(server.origin)
  const found = await weighBoth(bench, installation, () => weighPostgres(database))
  await server.stop()
  return found
}

type Weigh = () => Promise<number>

async function weighBoth({ vendor }: BenchContext, installation: Installation, weigh: Weigh) {
  const { headers } = installation
  const three = { url: (await installation.createFlow(3, vendor.baseUrl)).url, headers }
  const talk = await installation.createFlow(1, vendor.baseUrl, { remembers: true })
  const inner = await installation.createFlow(1, vendor.baseUrl, { remembers: true })
  // Its own history is not shown: what grows is the conversation with the flow that it asks.
  const outer = await installation.addFlow('asks on', callingFlow(inner.id))
  return {
    run: { samples: [(await weighRuns(three, weigh)) / KILOBYTE], note: `mean of ${RUNS} runs` },
    turn: await weighTurns({ url: talk.url, headers }, weigh),
    innerTurn: await weighTurns({ url: outer.url, headers }, weigh),
  }
}

async function weighRuns(flow: AskedFlow, weigh: Weigh): Promise<number> {
  await repeatAtOnce(WARM_UP, CALLERS, () => askFlow(flow, QUESTION))
  const before = await weigh()
  await repeatAtOnce(RUNS, CALLERS, () => askFlow(flow, QUESTION))
  return ((await weigh()) - before) / RUNS
}

/**
 * Each turn is a question and its answer; the long conversation has 500 of them before the first that is weighed. What
 * those leave free inside PostgreSQL's pages is filled first, or it would be counted for the new conversations.
 */
async function weighTurns(flow: AskedFlow, weigh: Weigh) {
  const talk = (chatId: string) => askFlow(flow, QUESTION, { chatId })
  await repeatAtOnce(LONG_CONVERSATION_TURNS, 1, () => talk('long'))
  await weigh()
  await repeatAtOnce(TURNS, 1, (n) => talk(`before ${n}`))
  const empty = await weigh()
  await repeatAtOnce(TURNS, 1, (n) => talk(`new ${n}`))
  const fresh = await weigh()
  await repeatAtOnce(TURNS, 1, () => talk('long'))
  const long = await weigh()
  return {
    samples: [(long - fresh) / (fresh - empty)],
    note: `${describe(fresh - empty)} in a new conversation, ${describe(long - fresh)} in a long one`,
  }
}

function describe(bytes: number): string {
  return `${(bytes / TURNS / KILOBYTE).toFixed(1)} kB`
}
