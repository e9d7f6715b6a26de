import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchContext } from '../bench-context.ts'
import { putLoad } from '../load/load.ts'
import { holdStreams } from '../load/stream-load.ts'
import { readResidentMegabytes } from '../machine/read-resident-megabytes.ts'
import { askEveryVendor } from '../product/ask-every-vendor.ts'
import { type Installation, setUpInstallation } from '../product/set-up-installation.ts'

const CALLERS = 10
const STREAMS = 500
const RAMP_SECONDS = 2
/** Until the heap is given back: after two seconds one time in two it is not yet, and the figure is a matter of luck. */
const SETTLE_MS = 15_000
const QUESTION = 'What does step 7 say?'

/** What the server holds after ten callers, 500 streams at once and one answer of every vendor's chat model. */
export async function measureMemory(bench: BenchContext) {
  const samples: number[] = []
  let note = ''
  for (let run = 0; run < bench.options.repeat; run++) {
    const server = await bench.start(bench.newDataDir())
    const installation = await setUpInstallation(server.origin)
    await loadByCallers(bench, installation)
    const afterLoad = readResidentMegabytes(server.pid)
    const broken = await loadByStreams(bench, installation)
    const afterStreams = readResidentMegabytes(server.pid)
    const vendors = await askEveryVendor(installation, bench.vendor)
    await sleep(SETTLE_MS)
    samples.push(readResidentMegabytes(server.pid))
    note = `after callers ${afterLoad.toFixed(0)}, after streams ${afterStreams.toFixed(0)} MB${broken > 0 ? ` (${broken} broken)` : ''}; ${vendors.join(', ')}`
    await server.stop()
  }
  return { memoryAfterLoad: { samples, note } }
}

async function loadByCallers({ options, vendor }: BenchContext, installation: Installation): Promise<void> {
  const { url } = await installation.createFlow(1, vendor.baseUrl)
  await putLoad({
    url,
    headers: installation.headers,
    body: { question: QUESTION },
    callers: CALLERS,
    seconds: options.seconds,
    expects: QUESTION,
  })
}

async function loadByStreams({ vendor }: BenchContext, installation: Installation): Promise<number> {
  const { url } = await installation.createFlow(1, vendor.pacedBaseUrl)
  const { headers } = installation
  const { broken } = await holdStreams({ url, headers, count: STREAMS, rampSeconds: RAMP_SECONDS })
  return broken
}
