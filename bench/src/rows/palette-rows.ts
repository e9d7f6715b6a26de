import type { BenchContext } from '../bench-context.ts'
import { measurePaletteSearch } from '../browser/measure-canvas-page.ts'
import { openBrowser } from '../browser/open-browser.ts'
import { ADMINISTRATOR, setUpInstallation } from '../product/set-up-installation.ts'

const EMPTY_FLOW = JSON.stringify({ nodes: [], edges: [] })

/** The palette of a chat flow, which offers most of the catalogue, in a Chromium of the machine. */
export async function measurePalette(bench: BenchContext) {
  const samples: number[] = []
  const beside: number[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() => takeRound(bench))
    samples.push(found)
    beside.push(pace)
  }
  return { paletteSearch: { samples, beside } }
}

async function takeRound(bench: BenchContext): Promise<number> {
  const server = await bench.start(bench.newDataDir())
  const installation = await setUpInstallation(server.origin)
  const { id } = await installation.client.createChatflow({
    body: { name: 'palette', type: 'CHATFLOW', flowData: EMPTY_FLOW },
  })
  const browser = await openBrowser()
  try {
    return await measurePaletteSearch(browser, { origin: server.origin, flowId: id, account: ADMINISTRATOR })
  } finally {
    await browser.close()
    await server.stop()
  }
}
