import type { BenchContext } from '../bench-context.ts'
import type { Measured } from '../figures/figure.ts'
import { percentile } from '../figures/percentile.ts'
import { readFirstTokens } from '../load/read-first-tokens.ts'
import { type Installation, setUpInstallation } from '../product/set-up-installation.ts'
import { startTwoProcesses } from '../product/two-processes.ts'

/** About a second, as before every other load. */
const WARM_UP = 200
const STREAMS = 100

/** How much later than the vendor we send the first token. */
export async function measureStreams(bench: BenchContext) {
  const same: number[][] = []
  const across: number[][] = []
  const paces: number[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() => takeRound(bench))
    same.push(found.same)
    across.push(found.across)
    paces.push(pace)
  }
  return { firstTokenSame: describe(same, paces), firstTokenAcross: describe(across, paces) }
}

async function takeRound(bench: BenchContext): Promise<{ same: number[]; across: number[] }> {
  const server = await bench.start(bench.newDataDir())
  const same = await takeDelays(bench, await setUpInstallation(server.origin))
  await server.stop()
  const scaled = await startTwoProcesses(bench)
  const across = await takeDelays(bench, scaled.installation)
  await scaled.stop()
  return { same, across }
}

async function takeDelays({ vendor }: BenchContext, installation: Installation): Promise<number[]> {
  const { url } = await installation.createFlow(1, vendor.clockBaseUrl)
  const flow = { url, headers: installation.headers }
  await readFirstTokens(flow, WARM_UP)
  return readFirstTokens(flow, STREAMS)
}

function describe(delays: number[][], paces: number[]): Measured {
  return {
    samples: delays.map((values) => percentile(values, 50)),
    beside: paces,
    note: `p95 ${percentile(delays.flat(), 95).toFixed(1)} ms`,
  }
}
