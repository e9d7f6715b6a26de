import { setTimeout as sleep } from 'node:timers/promises'
import type { AskedFlow } from '../load/ask-flow.ts'

const PAUSE_MS = 50

/** A run that was accepted. */
export interface KilledRun {
  question: string
  runId: string
  /** Text of its whole answer; undefined when the stream was cut. */
  answered: string | undefined
}

/** Callers who ask without pause. */
export interface Asking {
  /** Ends them when their last answers have come or broken; gives all runs that were accepted. */
  stop(): Promise<KilledRun[]>
}

/** Starts callers who each ask their next question when the last was answered or broke. */
export function askUnderKills(flow: AskedFlow, name: string, callers: number): Asking {
  const runs: KilledRun[] = []
  let isAsking = true
  let asked = 0
  const call = async () => {
    while (isAsking) {
      const run = await ask(flow, `${name} question ${asked++}.`)
      if (run === undefined) await sleep(PAUSE_MS)
      else runs.push(run)
    }
  }
  const ended = Promise.all(Array.from({ length: callers }, call))
  return {
    async stop() {
      isAsking = false
      await ended
      return runs
    },
  }
}

/** With streaming: the run's id comes with the head of the answer, that is with the acceptance. */
async function ask(flow: AskedFlow, question: string): Promise<KilledRun | undefined> {
  const response = await fetch(flow.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...flow.headers },
    body: JSON.stringify({ question, streaming: true }),
  }).catch(() => undefined)
  const runId = response?.headers.get('x-run-id')
  if (response === undefined || runId == null) return undefined
  const text = await response.text().catch(() => undefined)
  return { question, runId, answered: text?.includes('"event":"end"') ? text : undefined }
}
