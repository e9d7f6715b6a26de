import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresDatabases, type PostgresDatabases } from './machine/postgres-databases.ts'
import type { BenchOptions } from './options.ts'
import { type RunnelProcess, startRunnel } from './product/runnel-process.ts'
import { startVendor, type Vendor } from './vendor/vendor.ts'

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
  start(dataDir: string, settings?: Record<string, string>): Promise<RunnelProcess>
  close(): Promise<void>
}

/** Starts what all groups need. */
export async function openBenchContext(options: BenchOptions): Promise<BenchContext> {
  const folder = await mkdtemp(join(tmpdir(), 'runnel-bench-'))
  const dist = join(folder, 'dist')
  await cp(options.dist, dist, { recursive: true, filter: (source) => !source.endsWith('compile-cache') })
  const postgres = await openPostgresDatabases()
  const vendor = await startVendor()
  const started: RunnelProcess[] = []
  let count = 0
  return {
    options,
    vendor,
    postgres,
    dist,
    newDataDir: () => join(folder, `data-${++count}`),
    async start(dataDir, settings) {
      const server = await startRunnel({
        dist,
        dataDir,
        settings: { EGRESS_ALLOW: vendor.host, ...settings },
      })
      started.push(server)
      return server
    },
    async close() {
      for (const server of started) await server.kill()
      await vendor.stop()
      await postgres.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
