import { forkProcess } from '../machine/fork-process.ts'

/** What the watching process is asked. */
export type WaitQuestion =
  | { wants: 'start'; urls: readonly string[]; headers: Record<string, string> }
  | { wants: 'times' }
  | { wants: 'stop' }

/** How long a bystander waited for each of its answers, in milliseconds. */
export interface Waits {
  times: number[]
}

/** A bystander who asks small things one after the other, from a process of its own. */
export interface WaitWatch {
  /** Gives the times since the last taking. @throws Error when it was answered badly. */
  take(): Promise<number[]>
  /** Ends it and gives its times since then. @throws Error when it was answered badly. */
  stop(): Promise<Waits>
}

/** Starts a bystander that goes round the addresses. */
export async function watchWaits(
  urls: readonly string[],
  headers: Record<string, string>,
): Promise<WaitWatch> {
  const child = forkProcess<WaitQuestion, Waits>(new URL('./wait-process.ts', import.meta.url))
  await child.ask({ wants: 'start', urls, headers })
  return {
    take: async () => (await child.ask({ wants: 'times' })).times,
    async stop() {
      try {
        return await child.ask({ wants: 'stop' })
      } finally {
        await child.stop()
      }
    },
  }
}
