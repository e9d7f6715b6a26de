import type { BenchContext } from '../bench-context.ts'
import { type Figure, percentile } from '../figures/figure.ts'
import { readFirstTokens } from '../load/read-first-tokens.ts'
import { type Installation, setUpInstallation } from '../product/set-up-installation.ts'
import { startTwoProcesses } from '../product/two-processes.ts'

/** About a second, as before every other load. */
const WARM_UP = 200
const STREAMS = 100

/** How much later than the vendor we send the first token. */
export async function measureStreams(bench: BenchContext): Promise<Figure[]> {
  const same: number[][] = []
  const across: number[][] = []
  for (let run = 0; run < bench.options.runs; run++) {
    const server = await bench.start(bench.newDataDir())
    same.push(await takeDelays(bench, await setUpInstallation(server.origin)))
    await server.stop()
    const scaled = await startTwoProcesses(bench)
    across.push(await takeDelays(bench, scaled.installation))
    await scaled.stop()
  }
  return [
    describe('vendor’s first token to ours, same process, median', same, { limit: 1, reference: '0.8 ms' }),
    describe('vendor’s first token to ours, across processes (PostgreSQL), median', across, { limit: 10 }),
  ]
}

async function takeDelays({ vendor }: BenchContext, installation: Installation): Promise<number[]> {
  const { url } = await installation.createFlow(1, vendor.clockBaseUrl)
  const flow = { url, headers: installation.headers }
  await readFirstTokens(flow, WARM_UP)
  return readFirstTokens(flow, STREAMS)
}

function describe(row: string, delays: number[][], facts: { limit: number; reference?: string }): Figure {
  const { limit, reference } = facts
  return {
    row,
    unit: 'ms',
    samples: delays.map((values) => percentile(values, 50)),
    target: { atMost: limit },
    ...(reference === undefined ? {} : { reference }),
    note: `p95 ${percentile(delays.flat(), 95).toFixed(1)} ms`,
  }
}
