import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { API_PREFIX } from '@runnel/contract'
import { askHolds, type HoldReader } from './hold-reader.ts'

/** A built server in a process of its own. */
export interface RunnelProcess extends HoldReader {
  pid: number
  /** Where it answers; empty for a process without the web service. */
  origin: string
  /** From the start of the process to its first answered request, in seconds; to its announcement without web. */
  startSeconds: number
  /** Ends it in order. */
  stop(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
}

/** How a server is started. */
export interface RunnelStart {
  /** Folder of the production build. */
  dist: string
  dataDir: string
  /** Settings beside those of every bench. */
  settings?: Record<string, string>
  watchesHolds?: boolean
  callsFrom?: string
}

/**
 * Starts a built server and waits for its first answer.
 * @throws Error with its last words when it ends before.
 */
export async function startRunnel(start: RunnelStart): Promise<RunnelProcess> {
  const startedAt = performance.now()
  const child = spawnServer(start)
  const killWithBench = () => child.kill('SIGKILL')
  process.once('exit', killWithBench)
  child.once('exit', () => process.off('exit', killWithBench))
  const origin = await readOrigin(child)
  if (origin !== '') await ping(origin)
  const startSeconds = (performance.now() - startedAt) / 1_000
  return {
    pid: child.pid ?? 0,
    origin,
    startSeconds,
    ...askHolds(child),
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  }
}

function spawnServer({ dist, dataDir, settings = {}, watchesHolds, callsFrom }: RunnelStart): ChildProcess {
  const preloads = [
    ...(watchesHolds ? ['watch-holds.ts'] : []),
    ...(callsFrom === undefined ? [] : ['call-from-address.ts']),
  ]
  const flags = preloads.flatMap((name) => ['--import', join(import.meta.dirname, '../preloads', name)])
  return spawn(process.execPath, [...flags, join(dist, 'server/main.js')], {
    cwd: dist,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      // As `npm start` does.
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '1048576',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...(callsFrom === undefined ? {} : { BENCH_CALLS_FROM: callsFrom }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(watchesHolds ? ['ipc' as const] : [])],
  })
}

async function readOrigin(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The server was started without pipes.')
  const words: string[] = []
  stderr.on('data', (chunk: Buffer) => words.push(chunk.toString()))
  for await (const line of createInterface(stdout)) {
    const announced = /^Runnel serves (http:\S+|no web service)/.exec(line)
    if (!announced) continue
    stdout.resume()
    return announced[1]?.startsWith('http') ? announced[1] : ''
  }
  throw new Error(`The server ended at its start: ${words.join('')}`)
}

async function ping(origin: string): Promise<void> {
  const response = await fetch(`${origin}${API_PREFIX}/ping`)
  if ((await response.text()) !== 'pong')
    throw new Error(`${origin}${API_PREFIX}/ping answered ${response.status}.`)
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
