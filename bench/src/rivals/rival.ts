import { forkProcess } from '../machine/fork-process.ts'

/** What a rival's process is told at its start. */
export interface RivalStart {
  baseUrl: string
  databaseUrl?: string
}

/** Another way to make three vendor calls, called over HTTP. */
export interface Rival {
  /** Takes `POST {question}`. */
  url: string
  stop(): Promise<void>
}

/** DBOS on PostgreSQL, in a process of its own. */
export function startDbos(start: Required<RivalStart>): Promise<Rival> {
  return startRival(new URL('./dbos-process.ts', import.meta.url), start)
}

/** One Node process that keeps nothing. */
export function startPlainCalls(start: RivalStart): Promise<Rival> {
  return startRival(new URL('./plain-process.ts', import.meta.url), start)
}

async function startRival(path: URL, start: RivalStart): Promise<Rival> {
  const child = forkProcess<RivalStart, string>(path)
  return { url: await child.ask(start), stop: child.stop }
}
