import type { BenchContext } from '../bench-context.ts'
import type { Measured } from '../figures/figure.ts'
import { fillInstallation } from '../product/fill-installation.ts'
import { prepareFilling } from '../product/filled-data.ts'
import type { InstallationData } from '../product/plain-database.ts'

const RUNS = 100_000

/** How quickly the built server answers where there is much in the database, beside an installation of three runs. */
export async function measureFullStart(bench: BenchContext) {
  return {
    fullStartSqlite: await measureOn(bench, 'sqlite'),
    fullStartPostgres: await measureOn(bench, 'postgres'),
  }
}

async function measureOn(bench: BenchContext, kind: InstallationData['kind']): Promise<Measured> {
  const full = await prepareFilling(bench, kind)
  const empty = await prepareFilling(bench, kind)
  await fillInstallation(full.place, { runs: RUNS })
  const samples: number[] = []
  const beside: number[] = []
  const others: string[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(async () => {
      const seconds: number[] = []
      for (const { dataDir, settings } of [empty, full]) {
        const server = await bench.start(dataDir, { settings })
        seconds.push(server.startSeconds)
        await server.stop()
      }
      return seconds
    })
    const [small = Number.NaN, large = Number.NaN] = found
    samples.push(large)
    others.push(small.toFixed(2))
    beside.push(pace)
  }
  return { samples, beside, note: `with three runs in it ${others.join(', ')} s` }
}
