import { cp } from 'node:fs/promises'
import type { BenchContext } from '../bench-context.ts'
import { type Load, putLoad } from '../load/load.ts'
import { readCpuSeconds } from '../machine/read-cpu-seconds.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import {
  type BuildsResult,
  type BuildsTurn,
  type BuildTurn,
  type CountedLoad,
  describeBuilds,
} from './describe-builds.ts'

const MANY = 10
const WARM_UP_SECONDS = 1
const QUESTION = 'What does step 7 say?'

type Ask = () => Promise<BuildTurn>

/**
 * Asks a flow of one LLM step of this build and of another one, in turns, on SQLite: which is asked first changes with
 * each turn. Both servers run all the while; one of them is asked at a time.
 */
export async function compareBuilds(bench: BenchContext, otherDist: string): Promise<BuildsResult> {
  const dist = bench.newDataDir()
  await cp(otherDist, dist, { recursive: true, filter: (source) => !source.endsWith('compile-cache') })
  const ask = { ours: await openAsker(bench, bench.dist), other: await openAsker(bench, dist) }
  const turns: BuildsTurn[] = []
  for (let turn = 0; turn < bench.options.repeat; turn++) turns.push(await takeTurn(ask, turn % 2 === 0))
  return describeBuilds(turns)
}

async function takeTurn(ask: Record<keyof BuildsTurn, Ask>, beginsWithOurs: boolean): Promise<BuildsTurn> {
  if (beginsWithOurs) return { ours: await ask.ours(), other: await ask.other() }
  const other = await ask.other()
  return { ours: await ask.ours(), other }
}

async function openAsker({ options, vendor, newDataDir, start }: BenchContext, dist: string): Promise<Ask> {
  const { origin, pid } = await start(newDataDir(), { dist })
  const installation = await setUpInstallation(origin)
  const { url } = await installation.createFlow(1, vendor.baseUrl)
  const load = {
    url,
    headers: installation.headers,
    body: { question: QUESTION },
    seconds: options.seconds,
    expects: QUESTION,
  }
  return async () => {
    await putLoad({ ...load, callers: 1, seconds: WARM_UP_SECONDS })
    return {
      one: await putCountedLoad(pid, { ...load, callers: 1 }),
      many: await putCountedLoad(pid, { ...load, callers: MANY }),
    }
  }
}

async function putCountedLoad(pid: number, load: Load): Promise<CountedLoad> {
  const before = readCpuSeconds(pid)
  const result = await putLoad(load)
  return { ...result, cpuMilliseconds: ((readCpuSeconds(pid) - before) * 1_000) / result.answers }
}
