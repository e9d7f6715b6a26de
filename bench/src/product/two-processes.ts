import type { BenchContext } from '../bench-context.ts'
import { type Installation, setUpInstallation } from './set-up-installation.ts'

/** An installation at scale: the web service and a worker as two processes on one PostgreSQL. */
export interface TwoProcesses {
  installation: Installation
  stop(): Promise<void>
}

/** Starts both on a database of their own. */
export async function startTwoProcesses(bench: BenchContext): Promise<TwoProcesses> {
  const dataDir = bench.newDataDir()
  const database = { DATABASE_URL: await bench.postgres.create() }
  const web = await bench.start(dataDir, { settings: { ...database, SERVICES: 'web' } })
  const worker = await bench.start(dataDir, { settings: { ...database, SERVICES: 'worker,scheduler' } })
  return {
    installation: await setUpInstallation(web.origin),
    async stop() {
      await web.stop()
      await worker.stop()
    },
  }
}
