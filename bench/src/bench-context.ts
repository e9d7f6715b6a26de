import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './figures/percentile.ts'
import { openPostgresDatabases, type PostgresDatabases } from './machine/postgres-databases.ts'
import type { BenchOptions } from './options.ts'
import { type RunnelProcess, startRunnel } from './product/runnel-process.ts'
import { openPace } from './rivals/pace.ts'
import { startVendor, type Vendor } from './vendor/vendor.ts'

/** What a server is started with beside its data folder. */
export interface StartChoices {
  settings?: Record<string, string>
  /** Another build than the one that is measured. */
  dist?: string
  /** Whether the process is asked for its longest hold; it then carries a small watch. */
  watchesHolds?: boolean
  /** Address of the machine from which it calls the vendor. */
  callsFrom?: string
}

/** What every group of rows stands on. */
export interface BenchContext {
  options: BenchOptions
  vendor: Vendor
  postgres: PostgresDatabases
  /** A copy of the production build, so that nobody rebuilds it meanwhile; as released, without compile cache. */
  dist: string
  /** A folder that does not exist yet. */
  newDataDir(): string
  /** Starts the build with the vendor let through; whatever still runs at the end is killed. */
  start(dataDir: string, choices?: StartChoices): Promise<RunnelProcess>
  /** Does the work and gives the pace of its time: runs per second of "nothing kept" with ten callers, before and after. */
  withPace<Found>(work: () => Promise<Found>): Promise<{ found: Found; pace: number }>
  /** Median of the paces that were taken; 0 when none was. */
  usualPace(): number
  close(): Promise<void>
}

/** Starts what all groups need. */
export async function openBenchContext(options: BenchOptions): Promise<BenchContext> {
  const folder = await mkdtemp(join(tmpdir(), 'runnel-bench-'))
  const dist = join(folder, 'dist')
  await cp(options.dist, dist, { recursive: true, filter: (source) => !source.endsWith('compile-cache') })
  const postgres = await openPostgresDatabases()
  const vendor = await startVendor()
  const pace = openPace(vendor.baseUrl)
  const paces: number[] = []
  const started: RunnelProcess[] = []
  let count = 0
  return {
    options,
    vendor,
    postgres,
    dist,
    newDataDir: () => join(folder, `data-${++count}`),
    async start(dataDir, choices = {}) {
      const settings = { EGRESS_ALLOW: vendor.host, ...choices.settings }
      const server = await startRunnel({ dist, dataDir, ...choices, settings })
      started.push(server)
      return server
    },
    async withPace(work) {
      const before = await pace.measureBefore()
      const found = await work()
      const taken = (before + (await pace.measure())) / 2
      paces.push(taken)
      return { found, pace: taken }
    },
    usualPace: () => (paces.length === 0 ? 0 : median(paces)),
    async close() {
      for (const server of started) await server.kill()
      await pace.close()
      await vendor.stop()
      await postgres.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
