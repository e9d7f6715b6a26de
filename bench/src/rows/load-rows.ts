import type { BenchContext } from '../bench-context.ts'
import { type LoadResult, putWarmLoad } from '../load/load.ts'
import type { RunnelProcess } from '../product/runnel-process.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import { type Rival, startDbos, startPlainCalls } from '../rivals/rival.ts'
import { describeLoads } from './describe-loads.ts'
import type { LoadRound, WatchedLoad } from './load-round.ts'

const MANY = 10
const QUESTION = 'What does step 7 say?'

/** Throughput and latency under load. All systems take their turn in each repetition, so that they meet the same machine. */
export async function measureLoad(bench: BenchContext) {
  const rounds: LoadRound[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() => takeRound(bench))
    rounds.push({ ...found, pace })
  }
  return describeLoads(rounds)
}

async function takeRound(bench: BenchContext): Promise<Omit<LoadRound, 'pace'>> {
  const { baseUrl } = bench.vendor
  const sqlite = await loadSqlite(bench)
  const dbos = await loadRival(
    bench,
    await startDbos({ baseUrl, databaseUrl: await bench.postgres.create() }),
  )
  const postgres = await loadPostgres(bench)
  return {
    ...sqlite,
    ...postgres,
    dbosThree: dbos.many,
    dbosThreeOneCaller: dbos.one,
    plainThreeOneCaller: await loadPlainly(bench),
  }
}

async function loadSqlite(bench: BenchContext) {
  const server = await bench.start(bench.newDataDir(), { watchesHolds: true })
  const ask = await openAsker(bench, server)
  const found = {
    sqliteOneLlmOneCaller: await ask(1, 1),
    sqliteOneLlm: await ask(1, MANY),
    sqliteReply: await ask(0, MANY),
    sqliteThree: await ask(3, MANY),
    sqliteThreeOneCaller: await ask(3, 1),
  }
  await server.stop()
  return found
}

async function loadPostgres(bench: BenchContext) {
  const settings = { DATABASE_URL: await bench.postgres.create() }
  const server = await bench.start(bench.newDataDir(), { settings, watchesHolds: true })
  const ask = await openAsker(bench, server)
  const found = { postgresThree: await ask(3, MANY), postgresOneLlm: await ask(1, MANY) }
  await server.stop()
  return found
}

async function openAsker({ options, vendor }: BenchContext, server: RunnelProcess) {
  const installation = await setUpInstallation(server.origin)
  return async (steps: number, callers: number): Promise<WatchedLoad> => {
    const { url } = await installation.createFlow(steps, vendor.baseUrl)
    const { headers } = installation
    const { seconds } = options
    await server.readLongestHold()
    const load = { url, headers, body: { question: QUESTION }, callers, seconds, expects: QUESTION }
    const found = await putWarmLoad(load)
    return { ...found, longestHold: await server.readLongestHold() }
  }
}

async function loadRival({ options }: BenchContext, rival: Rival) {
  const { seconds } = options
  const load = { url: rival.url, body: { question: QUESTION }, seconds, expects: QUESTION }
  const many = await putWarmLoad({ ...load, callers: MANY })
  const one = await putWarmLoad({ ...load, callers: 1 })
  await rival.stop()
  return { many, one }
}

async function loadPlainly({ options, vendor }: BenchContext): Promise<LoadResult> {
  const rival = await startPlainCalls({ baseUrl: vendor.baseUrl })
  const { seconds } = options
  const load = { url: rival.url, body: { question: QUESTION }, seconds, expects: QUESTION, callers: 1 }
  const found = await putWarmLoad(load)
  await rival.stop()
  return found
}
