import type { BenchContext, StartChoices } from '../bench-context.ts'
import type { RunnelProcess } from '../product/runnel-process.ts'

const WORKERS = 3
const FIRST_WORKER_HOST = 11
const LOOPBACK = '127.0.0.1'

/** A process of a layout that is killed and started again. */
export interface Victim {
  /** Address from which it calls the vendor. */
  from: string
  process: RunnelProcess
  start(): Promise<RunnelProcess>
}

/** An installation whose processes are killed. */
export interface KillLayout {
  name: string
  /** The first one serves the web. */
  open(bench: BenchContext): Promise<Victim[]>
}

/** One process on each database, and web with three workers on PostgreSQL. */
export const KILL_LAYOUTS: readonly KillLayout[] = [
  {
    name: 'sqlite',
    open: async (bench) => [await openVictim(bench, { dataDir: bench.newDataDir(), from: LOOPBACK })],
  },
  {
    name: 'postgres',
    async open(bench) {
      const settings = { DATABASE_URL: await bench.postgres.create() }
      return [await openVictim(bench, { dataDir: bench.newDataDir(), from: LOOPBACK, settings })]
    },
  },
  {
    name: 'workers',
    async open(bench) {
      const settings = { DATABASE_URL: await bench.postgres.create() }
      const dataDir = bench.newDataDir()
      const web = { ...settings, SERVICES: 'web,scheduler' }
      const victims = [await openVictim(bench, { dataDir, from: LOOPBACK, settings: web })]
      for (let n = 0; n < WORKERS; n++)
        victims.push(
          await openVictim(bench, {
            dataDir,
            from: `127.0.0.${FIRST_WORKER_HOST + n}`,
            settings: { ...settings, SERVICES: 'worker' },
          }),
        )
      return victims
    },
  },
]

interface VictimStart {
  dataDir: string
  from: string
  settings?: Record<string, string>
}

/** Each life of a web process serves on the port of its first. */
async function openVictim(
  bench: BenchContext,
  { dataDir, from, settings = {} }: VictimStart,
): Promise<Victim> {
  const choices: StartChoices = { settings, ...(from === LOOPBACK ? {} : { callsFrom: from }) }
  const first = await bench.start(dataDir, choices)
  const port = first.origin === '' ? {} : { PORT: new URL(first.origin).port }
  return {
    from,
    process: first,
    start: () => bench.start(dataDir, { ...choices, settings: { ...settings, ...port } }),
  }
}
