import type { BenchContext } from '../bench-context.ts'
import { percentile } from '../figures/percentile.ts'
import { readResidentMegabytes } from '../machine/read-resident-megabytes.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import { askVectors, fillVectors, QUESTIONS } from '../product/vector-store.ts'

const ENTRIES = 1_000_000

/** The search of the embedded store at a million vectors on SQLite, by a server that was started anew: how quick, and what it holds. */
export async function measureMillion(bench: BenchContext) {
  const dataDir = bench.newDataDir()
  const first = await bench.start(dataDir)
  const installation = await setUpInstallation(first.origin)
  const filled = await fillVectors(bench, installation, ENTRIES)
  await first.stop()
  const server = await bench.start(dataDir)
  const near: number[] = []
  const paces: number[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() =>
      askVectors({ ...installation, origin: server.origin }, filled, { searchType: 'similarity' }),
    )
    near.push(percentile(found.times, 95))
    paces.push(pace)
  }
  const resident = readResidentMegabytes(server.pid)
  await server.stop()
  return {
    million: { samples: near, beside: paces, note: `p95 of ${QUESTIONS} questions over HTTP` },
    millionMemory: { samples: [resident], note: 'of a server that was started anew, after these questions' },
  }
}
