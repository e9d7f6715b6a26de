import type { BenchContext } from '../bench-context.ts'
import { type LoadResult, putWarmLoad } from '../load/load.ts'
import { type Installation, setUpInstallation } from '../product/set-up-installation.ts'
import { type Rival, startDbos, startPlainCalls } from '../rivals/rival.ts'
import { describeLoads } from './describe-loads.ts'
import type { LoadRound } from './load-round.ts'

const MANY = 10
const QUESTION = 'What does step 7 say?'

/** Throughput and latency under load. All systems take their turn in each repetition, so that they meet the same machine. */
export async function measureLoad(bench: BenchContext) {
  const rounds: LoadRound[] = []
  for (let run = 0; run < bench.options.runs; run++) rounds.push(await takeRound(bench))
  return describeLoads(rounds)
}

async function takeRound(bench: BenchContext): Promise<LoadRound> {
  const { baseUrl } = bench.vendor
  const sqlite = await loadSqlite(bench)
  const dbos = await loadRival(
    bench,
    await startDbos({ baseUrl, databaseUrl: await bench.postgres.create() }),
  )
  const postgres = await loadPostgres(bench)
  const plain = await loadRival(bench, await startPlainCalls({ baseUrl }))
  return {
    ...sqlite,
    ...postgres,
    dbosThree: dbos.many,
    dbosThreeOneCaller: dbos.one,
    plainThree: plain.many,
    plainThreeOneCaller: plain.one,
  }
}

async function loadSqlite(bench: BenchContext) {
  const server = await bench.start(bench.newDataDir())
  const ask = await openAsker(bench, await setUpInstallation(server.origin))
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
  const server = await bench.start(bench.newDataDir(), { DATABASE_URL: await bench.postgres.create() })
  const ask = await openAsker(bench, await setUpInstallation(server.origin))
  const found = { postgresThree: await ask(3, MANY), postgresOneLlm: await ask(1, MANY) }
  await server.stop()
  return found
}

async function openAsker({ options, vendor }: BenchContext, installation: Installation) {
  return async (steps: number, callers: number): Promise<LoadResult> => {
    const { url } = await installation.createFlow(steps, vendor.baseUrl)
    const { headers } = installation
    const { seconds } = options
    return putWarmLoad({ url, headers, body: { question: QUESTION }, callers, seconds, expects: QUESTION })
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
