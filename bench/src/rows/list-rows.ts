import { join } from 'node:path'
import { API_PREFIX } from '@runnel/contract'
import type { BenchContext } from '../bench-context.ts'
import { percentile } from '../figures/percentile.ts'
import { openTimedCaller } from '../load/timed-request.ts'
import { watchWaits } from '../load/wait-watch.ts'
import { cloneRuns } from '../product/clone-runs.ts'
import type { RunnelProcess } from '../product/runnel-process.ts'
import { type Installation, setUpInstallation } from '../product/set-up-installation.ts'
import { type ListQuery, listQueries } from './list-queries.ts'

const FLOWS = 10
const RUNS = 100_000
const ASKED = 20
const WARM_UP = 2
const SHOWN = 3

/** Long lists at 100,000 runs and 200,000 messages, and what others wait while they are read. */
export async function measureLists(bench: BenchContext) {
  const sqlite = await openSqlite(bench)
  const sqliteRounds = await takeRounds(bench, sqlite)
  await sqlite.server.stop()
  const postgres = await openPostgres(bench)
  const postgresRounds = await takeRounds(bench, postgres)
  await postgres.server.stop()
  const onSqlite = describeRounds(sqliteRounds)
  const onPostgres = describeRounds(postgresRounds)
  return {
    listsSqlite: onSqlite.lists,
    listsWaitSqlite: onSqlite.waits,
    listsPostgres: onPostgres.lists,
    listsWaitPostgres: onPostgres.waits,
  }
}

interface FilledServer {
  server: RunnelProcess
  headers: Record<string, string>
  flowId: string
}

async function openSqlite(bench: BenchContext): Promise<FilledServer> {
  const dataDir = bench.newDataDir()
  const empty = await bench.start(dataDir)
  const installation = await setUpInstallation(empty.origin)
  const { runIds, flowId } = await runOnce(installation)
  await empty.stop()
  await cloneRuns({ file: join(dataDir, 'runnel.db') }, runIds, RUNS / FLOWS)
  return { server: await bench.start(dataDir, { watchesHolds: true }), headers: installation.headers, flowId }
}

async function openPostgres(bench: BenchContext): Promise<FilledServer> {
  const address = await bench.postgres.create()
  const dataDir = bench.newDataDir()
  const server = await bench.start(dataDir, { settings: { DATABASE_URL: address }, watchesHolds: true })
  const installation = await setUpInstallation(server.origin)
  const { runIds, flowId } = await runOnce(installation)
  await cloneRuns({ address }, runIds, RUNS / FLOWS)
  return { server, headers: installation.headers, flowId }
}

/** One run of each flow, which is then copied. */
async function runOnce(installation: Installation): Promise<{ runIds: string[]; flowId: string }> {
  const runIds: string[] = []
  let flowId = ''
  for (let n = 0; n < FLOWS; n++) {
    const flow = await installation.createFlow(0, '')
    await installation.client.updateChatflow({ params: { id: flow.id }, body: { name: `list ${n}` } })
    flowId = flow.id
    const response = await fetch(flow.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...installation.headers },
      body: JSON.stringify({ question: 'Which one is this?' }),
    })
    const { executionId } = (await response.json()) as { executionId: string }
    runIds.push(executionId)
  }
  return { runIds, flowId }
}

interface ListRound {
  /** p99 in milliseconds by what was asked. */
  slowest: { name: string; p99: number }[]
  longestWait: number
  longestHold: number
  pace: number
}

async function takeRounds(bench: BenchContext, filled: FilledServer): Promise<ListRound[]> {
  const rounds: ListRound[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() => takeRound(filled))
    rounds.push({ ...found, pace })
  }
  return rounds
}

async function takeRound({ server, headers, flowId }: FilledServer): Promise<Omit<ListRound, 'pace'>> {
  const { origin } = server
  const queries = listQueries(flowId)
  for (const query of queries) await takeTimes({ origin, headers }, query, WARM_UP)
  await server.readLongestHold()
  const watch = await watchWaits(
    [`${origin}${API_PREFIX}/ping`, `${origin}${API_PREFIX}/chatflows/${flowId}`],
    headers,
  )
  const slowest: ListRound['slowest'] = []
  for (const query of queries) {
    const times = await takeTimes({ origin, headers }, query, ASKED)
    slowest.push({ name: query.name, p99: percentile(times, 99) })
  }
  const waits = await watch.stop()
  return {
    slowest: slowest.toSorted((a, b) => b.p99 - a.p99),
    longestWait: Math.max(...waits.times),
    longestHold: await server.readLongestHold(),
  }
}

type Place = Pick<Installation, 'origin' | 'headers'>

async function takeTimes(
  { origin, headers }: Place,
  { path, name }: ListQuery,
  count: number,
): Promise<number[]> {
  const caller = openTimedCaller()
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const { status, body, milliseconds } = await caller.ask(`${origin}${path}`, { headers })
    if (status !== 200)
      throw new Error(`${name} (${path}) answered ${status}: ${body.toString().slice(0, 200)}`)
    times.push(milliseconds)
  }
  caller.close()
  return times
}

function describeRounds(rounds: readonly ListRound[]) {
  const beside = rounds.map(({ pace }) => pace)
  const longestHold = Math.max(...rounds.map((round) => round.longestHold))
  const worst = rounds[0]?.slowest.slice(0, SHOWN) ?? []
  return {
    lists: {
      samples: rounds.map(({ slowest }) => slowest[0]?.p99 ?? 0),
      beside,
      longestHold,
      note: worst.map(({ name, p99 }) => `${name} ${p99.toFixed(0)} ms`).join('; '),
    },
    waits: { samples: rounds.map(({ longestWait }) => longestWait), beside, longestHold },
  }
}
