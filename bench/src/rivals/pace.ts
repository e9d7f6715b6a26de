import { putWarmLoad } from '../load/load.ts'
import { type Rival, startPlainCalls } from './rival.ts'

const QUESTION = 'What does step 7 say?'
const CALLERS = 10
const SECONDS = 2

/** The measure of this machine at this moment. */
export interface Pace {
  /** Runs per second of "nothing kept": three calls to an instant vendor behind plain `node:http`, ten callers. */
  measure(): Promise<number>
  close(): Promise<void>
}

/** Makes the measure; its process is started on first use and kept, idle in between. */
export function openPace(baseUrl: string): Pace {
  let rival: Rival | undefined
  return {
    async measure() {
      rival ??= await startPlainCalls({ baseUrl })
      const found = await putWarmLoad({
        url: rival.url,
        body: { question: QUESTION },
        callers: CALLERS,
        seconds: SECONDS,
        expects: QUESTION,
      })
      return found.perSecond
    },
    async close() {
      await rival?.stop()
    },
  }
}
