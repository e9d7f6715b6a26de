import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@runnel/client'

const GIVE_UP_MS = 60_000
const LOOK_EVERY_MS = 200

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
  /** Runs of which the vendor saw more calls than the journal has attempts. */
  calledTwice: number
}

/** Asks with streaming: the run's id comes with the head of the answer, that is with the acceptance. */
export async function askSlowly(
  flow: { url: string; headers: Record<string, string> },
  question: string,
): Promise<AskedRun> {
  let runId: string | undefined
  try {
    const response = await fetch(flow.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...flow.headers },
      body: JSON.stringify({ question, streaming: true }),
    })
    runId = response.headers.get('x-run-id') ?? undefined
    const text = await response.text()
    return { question, runId, answered: text.includes('"event":"end"') }
  } catch {
    return { question, runId, answered: false }
  }
}

/** Waits until the runs have ended and compares answers, journal and the vendor's log. */
export async function judgeRuns(
  client: Client,
  asked: readonly AskedRun[],
  countCalls: () => Promise<Map<string, number>>,
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
    ends.push({ question, runId, end: await waitForEnd(client, runId, giveUpAt) })
  const calls = await countCalls()
  for (const { question, runId, end } of ends) {
    if (end.state !== 'finished') verdict[end.state]++
    else if (!end.data.includes(`Echo: ${question}`)) verdict.wrong++
    else if ((calls.get(question) ?? 0) > (await countAttempts(client, runId))) verdict.calledTwice++
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

/** Model calls that the journal knows of, also those that a kill broke off. */
async function countAttempts(client: Client, id: string): Promise<number> {
  const steps = await client.listExecutionSteps({ params: { id } })
  return steps.filter(({ kind }) => kind === 'model').length
}
