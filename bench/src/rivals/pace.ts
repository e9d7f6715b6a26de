import { putWarmLoad } from '../load/load.ts'
import { type Rival, startPlainCalls } from './rival.ts'

const QUESTION = 'What does step 7 say?'
const CALLERS = 10
const SECONDS = 2
const JUST_NOW_MS = 2_000

/** The measure of this machine at this moment. */
export interface Pace {
  /** Runs per second of "nothing kept": three calls to an instant vendor behind plain `node:http`, ten callers. */
  measure(): Promise<number>
  /** The last one when it was taken just now, else a new one: rounds that follow each other share it. */
  measureBefore(): Promise<number>
  close(): Promise<void>
}

/** Makes the measure; its process is started on first use and kept, idle in between. */
export function openPace(baseUrl: string): Pace {
  let rival: Rival | undefined
  let last: { pace: number; at: number } | undefined
  const measure = async () => {
    rival ??= await startPlainCalls({ baseUrl })
    const { perSecond } = await putWarmLoad({
      url: rival.url,
      body: { question: QUESTION },
      callers: CALLERS,
      seconds: SECONDS,
      expects: QUESTION,
    })
    last = { pace: perSecond, at: performance.now() }
    return perSecond
  }
  return {
    measure,
    async measureBefore() {
      return last !== undefined && performance.now() - last.at < JUST_NOW_MS ? last.pace : measure()
    },
    async close() {
      await rival?.stop()
    },
  }
}
