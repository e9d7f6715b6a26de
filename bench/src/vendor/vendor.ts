import type { VendorCall } from '../kills/judge-calls.ts'
import { type AskedProcess, forkProcess } from '../machine/fork-process.ts'

/** What the vendor's process is asked. */
export type VendorQuestion = { wants: 'port' | 'calls' | 'forget' }

/** Its port, or the calls that it noted. */
export type VendorAnswer = { port: number } | { calls: VendorCall[] }

/** A vendor that speaks OpenAI's chat completions and embeddings, quick enough to stay out of the way. */
export interface Vendor {
  /** `127.0.0.1:<port>`, as an entry of `EGRESS_ALLOW`. */
  host: string
  /** Answers at once. */
  baseUrl: string
  /** Answers after 150 ms and notes each call. */
  slowBaseUrl: string
  /** The same after 20 ms. */
  notedBaseUrl: string
  /** Streams; its first token is the time of its sending, `@<nanoseconds of the machine's steady clock>@`. */
  clockBaseUrl: string
  /** Streams 30 tokens a second (`PACED_STREAM`). */
  pacedBaseUrl: string
  /** Streams `LONG_STREAM_TOKENS` as fast as they are read. */
  longBaseUrl: string
  /** Answers with as much as the product takes of a chat model. */
  largeBaseUrl: string
  /** The noted calls since the last `forgetCalls`. */
  readCalls(): Promise<VendorCall[]>
  forgetCalls(): Promise<void>
  stop(): Promise<void>
}

/** Starts the vendor in a process of its own. */
export async function startVendor(): Promise<Vendor> {
  const child: AskedProcess<VendorQuestion, VendorAnswer> = forkProcess(
    new URL('./vendor-process.ts', import.meta.url),
  )
  const answer = await child.ask({ wants: 'port' })
  const host = `127.0.0.1:${'port' in answer ? answer.port : 0}`
  return {
    host,
    baseUrl: `http://${host}/v1`,
    slowBaseUrl: `http://${host}/slow/v1`,
    notedBaseUrl: `http://${host}/noted/v1`,
    longBaseUrl: `http://${host}/long/v1`,
    largeBaseUrl: `http://${host}/large/v1`,
    clockBaseUrl: `http://${host}/clock/v1`,
    pacedBaseUrl: `http://${host}/paced/v1`,
    async readCalls() {
      const noted = await child.ask({ wants: 'calls' })
      return 'calls' in noted ? noted.calls : []
    },
    async forgetCalls() {
      await child.ask({ wants: 'forget' })
    },
    stop: child.stop,
  }
}
