import { join } from 'node:path'
import { API_PREFIX } from '@runnel/contract'
import type { BenchContext } from '../bench-context.ts'
import { type AskedFlow, askFlow } from '../load/ask-flow.ts'
import type { InstallationData } from './plain-database.ts'
import { setUpInstallation } from './set-up-installation.ts'

/** Runs that are made through the API, of which the others are copies. */
const TEMPLATES = 3

/** An installation that has ended some runs of one model call, and that no server uses at the moment. */
export interface FilledData {
  place: InstallationData
  dataDir: string
  /** With which a server takes it up again. */
  settings: Record<string, string>
  flowId: string
  headers: Record<string, string>
  /** The flow as a server at that address offers it. */
  flowAt(origin: string): AskedFlow
}

/** Sets an installation up, lets it end its first runs, and stops it: now it can be filled (`fillInstallation`). */
export async function prepareFilling(
  bench: BenchContext,
  kind: InstallationData['kind'],
): Promise<FilledData> {
  const dataDir = bench.newDataDir()
  const place: InstallationData =
    kind === 'sqlite'
      ? { kind, file: join(dataDir, 'runnel.db') }
      : { kind, url: await bench.postgres.create() }
  const settings: Record<string, string> = place.kind === 'postgres' ? { DATABASE_URL: place.url } : {}
  const server = await bench.start(dataDir, { settings })
  const { createFlow, headers } = await setUpInstallation(server.origin)
  const { id: flowId } = await createFlow(1, bench.vendor.baseUrl)
  const flowAt = (origin: string) => ({ url: `${origin}${API_PREFIX}/prediction/${flowId}`, headers })
  for (let n = 0; n < TEMPLATES; n++) await askFlow(flowAt(server.origin), `What does step ${n} say?`)
  await server.stop()
  return { place, dataDir, settings, flowId, headers, flowAt }
}
