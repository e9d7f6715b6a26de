import type { BenchContext } from '../bench-context.ts'
import { percentile } from '../figures/percentile.ts'
import { startTwoProcesses } from '../product/two-processes.ts'

const WARM_UP = 20
const RUNS = 100

/** From the acceptance of a run in the web process to its start in the worker, by the times of the runs themselves. */
export async function measureWorker(bench: BenchContext) {
  const rounds: number[][] = []
  const paces: number[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() => takeWaits(bench))
    rounds.push(found)
    paces.push(pace)
  }
  return {
    workerStart: {
      samples: rounds.map((waits) => percentile(waits, 50)),
      beside: paces,
      note: `p95 ${percentile(rounds.flat(), 95).toFixed(0)} ms`,
    },
  }
}

async function takeWaits(bench: BenchContext): Promise<number[]> {
  const { installation, stop } = await startTwoProcesses(bench)
  const { url } = await installation.createFlow(0, bench.vendor.baseUrl)
  const waits: number[] = []
  for (let n = 0; n < WARM_UP + RUNS; n++) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...installation.headers },
      body: JSON.stringify({ question: 'Are you there?' }),
    })
    const { executionId } = (await response.json()) as { executionId: string }
    if (n >= WARM_UP) waits.push(await readWait(installation, executionId))
  }
  await stop()
  return waits
}

type ExecutionReader = Pick<Awaited<ReturnType<typeof startTwoProcesses>>['installation'], 'client'>

async function readWait({ client }: ExecutionReader, id: string): Promise<number> {
  const { createdDate, stoppedDate, durationMs } = await client.getExecution({ params: { id } })
  if (stoppedDate === null || durationMs === null || durationMs === undefined)
    throw new Error(`The run ${id} was answered and has no end.`)
  return Date.parse(stoppedDate) - durationMs - Date.parse(createdDate)
}
