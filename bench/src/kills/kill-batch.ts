import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@runnel/client'
import type { AskedFlow } from '../load/ask-flow.ts'
import { steadyNow } from '../machine/steady-now.ts'
import type { Vendor } from '../vendor/vendor.ts'
import { askUnderKills, type KilledRun } from './ask-under-kills.ts'
import { findRepeatedCalls, type Kill, type RepeatedCall } from './judge-calls.ts'
import type { Victim } from './kill-layouts.ts'
import { readRunEnd } from './read-run-end.ts'

const CALLERS = 20
/** The life of a process between two kills, after its start: shorter and longer than a run of 450 ms. */
const LEAST_LIFE_MS = 100
const MOST_LIFE_MS = 700
/** Runs of a dead process are taken over when its lease has ended. */
const GIVE_UP_MS = 90_000

/** One batch of kills. */
export interface BatchChoices {
  name: string
  kills: number
  client: Client
  flow: AskedFlow
}

/** How the runs of a batch ended. */
export interface BatchCount {
  kills: number
  /** Accepted runs. */
  runs: number
  right: number
  lost: number
  stuck: number
  wrong: number
  /** Finished calls that were made again. */
  repeated: RepeatedCall[]
  /** A line on each run that did not end right. */
  words: string[]
}

/** Kills and restarts processes while callers ask without pause, then waits for every run that was accepted. */
export async function killBatch(
  vendor: Vendor,
  victims: readonly Victim[],
  { name, kills, client, flow }: BatchChoices,
): Promise<BatchCount> {
  await vendor.forgetCalls()
  const asking = askUnderKills(flow, name, CALLERS)
  const killed: Kill[] = []
  for (let n = 0; n < kills; n++) killed.push(await killOne(victims))
  const runs = await asking.stop()
  const giveUpAt = Date.now() + GIVE_UP_MS
  const count: BatchCount = {
    kills,
    runs: runs.length,
    right: 0,
    lost: 0,
    stuck: 0,
    wrong: 0,
    repeated: [],
    words: [],
  }
  for (const run of runs) await judgeRun(run, { client, giveUpAt, count })
  count.repeated = findRepeatedCalls(await vendor.readCalls(), killed)
  return count
}

async function killOne(victims: readonly Victim[]): Promise<Kill> {
  await sleep(LEAST_LIFE_MS + Math.random() * (MOST_LIFE_MS - LEAST_LIFE_MS))
  const victim = victims[Math.floor(Math.random() * victims.length)]
  if (victim === undefined) throw new Error('A layout without processes cannot be killed.')
  // Its end is heard late on a busy machine, and takes effect at once.
  const at = steadyNow()
  await victim.process.kill()
  victim.process = await victim.start()
  return { from: victim.from, at }
}

interface Judging {
  client: Client
  giveUpAt: number
  count: BatchCount
}

async function judgeRun({ runId, question, answered }: KilledRun, { client, giveUpAt, count }: Judging) {
  const right = `Echo: ${question}`
  if (answered?.includes(right)) {
    count.right++
    return
  }
  const end = await readRunEnd(client, runId, giveUpAt)
  if (end.state === 'finished' && end.data.includes(right)) {
    count.right++
    return
  }
  const state = end.state === 'finished' ? 'wrong' : end.state
  count[state]++
  count.words.push(`${state}: run ${runId} (${question}) ${end.state === 'wrong' ? end.reason : ''}`)
}
