import { forkProcess } from '../machine/fork-process.ts'

/** Many streamed chats at once. */
export interface StreamLoad {
  url: string
  headers: Record<string, string>
  count: number
  /** Over how long the chats begin, evenly. */
  rampSeconds: number
  /** Of how many tokens each is; as many as `PACED_STREAM` without. */
  tokens?: number
}

/** What their callers saw. */
export interface StreamLoadResult {
  /** Per whole stream the time from the question to its last token. */
  seconds: number[]
  /** Streams that were refused, cut or not whole. */
  broken: number
  /** The last words of one of those. */
  lastWords?: string
}

/** Opens the streams from a process of its own and reads them to their end. */
export async function holdStreams(load: StreamLoad): Promise<StreamLoadResult> {
  const child = forkProcess<StreamLoad, StreamLoadResult>(new URL('./stream-process.ts', import.meta.url))
  try {
    return await child.ask(load)
  } finally {
    await child.stop()
  }
}
