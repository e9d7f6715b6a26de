import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@runnel/client'

const GIVE_UP_MS = 60_000
const LOOK_EVERY_MS = 200
/** Three steps, and the one call that a kill may have interrupted. */
const MOST_CALLS = 4

/** One question that was sent while the server was about to be killed. */
export interface AskedRun {
  question: string
  /** Undefined when the run was not accepted before the kill. */
  runId: string | undefined
  /** Whether its whole answer came before the kill. */
  answered: boolean
}

/** How the accepted runs ended. */
export interface Verdict {
  accepted: number
  /** Accepted and not answered when the kill came. */
  hit: number
  right: number
  lost: number
  stuck: number
  wrong: number
  /** Runs of which the vendor saw more calls than its steps and the one that the kill interrupted. */
  calledTwice: number
}

/** A question on its way: `accepted` settles when its run has an id or the call has failed. */
export interface Asking {
  accepted: Promise<unknown>
  ended: Promise<AskedRun>
}

/** Asks with streaming: the run's id comes with the head of the answer, that is with the acceptance. */
export function askSlowly(flow: { url: string; headers: Record<string, string> }, question: string): Asking {
  const opened = fetch(flow.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...flow.headers },
    body: JSON.stringify({ question, streaming: true }),
  }).catch(() => undefined)
  return { accepted: opened, ended: opened.then((response) => readToEnd(question, response)) }
}

async function readToEnd(question: string, response: Response | undefined): Promise<AskedRun> {
  const runId = response?.headers.get('x-run-id') ?? undefined
  const text = await response?.text().catch(() => '')
  return { question, runId, answered: text?.includes('"event":"end"') ?? false }
}

/** Waits until the runs have ended and compares their answers and the vendor's log; all were hit by one kill. */
export async function judgeRuns(
  client: Client,
  asked: readonly AskedRun[],
  readCalls: () => Promise<readonly { question: string }[]>,
): Promise<Verdict> {
  const accepted = asked.filter((run) => run.runId !== undefined)
  const hit = accepted.filter(({ answered }) => !answered)
  const verdict: Verdict = {
    accepted: accepted.length,
    hit: hit.length,
    right: 0,
    lost: 0,
    stuck: 0,
    wrong: 0,
    calledTwice: 0,
  }
  const giveUpAt = Date.now() + GIVE_UP_MS
  const ends = []
  for (const { runId = '', question } of hit)
    ends.push({ question, end: await waitForEnd(client, runId, giveUpAt) })
  const calls = Map.groupBy(await readCalls(), ({ question }) => question)
  for (const { question, end } of ends) {
    if (end.state !== 'finished') verdict[end.state]++
    else if (!end.data.includes(`Echo: ${question}`)) verdict.wrong++
    else if ((calls.get(question)?.length ?? 0) > MOST_CALLS) verdict.calledTwice++
    else verdict.right++
  }
  return verdict
}

type RunEnd = { state: 'lost' | 'stuck' | 'wrong' } | { state: 'finished'; data: string }

async function waitForEnd(client: Client, id: string, giveUpAt: number): Promise<RunEnd> {
  for (;;) {
    const execution = await client.getExecution({ params: { id } }).catch(() => undefined)
    if (execution === undefined) return { state: 'lost' }
    if (execution.state === 'FINISHED') return { state: 'finished', data: execution.executionData ?? '' }
    if (execution.state !== 'INPROGRESS') return { state: 'wrong' }
    if (Date.now() > giveUpAt) return { state: 'stuck' }
    await sleep(LOOK_EVERY_MS)
  }
}
