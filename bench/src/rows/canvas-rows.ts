import type { BenchContext } from '../bench-context.ts'
import { measureCanvasPage } from '../browser/measure-canvas-page.ts'
import { openBrowser } from '../browser/open-browser.ts'
import type { Measured } from '../figures/figure.ts'
import { replyGrid } from '../product/bench-flows.ts'
import { ADMINISTRATOR, setUpInstallation } from '../product/set-up-installation.ts'

const COLUMNS = 25

interface CanvasSize {
  nodes: number
  open: 'canvasOpen500' | 'canvasOpen2000'
  pan: 'canvasPan500' | 'canvasPan2000'
}

const SIZES: readonly CanvasSize[] = [
  { nodes: 500, open: 'canvasOpen500', pan: 'canvasPan500' },
  { nodes: 2_000, open: 'canvasOpen2000', pan: 'canvasPan2000' },
]

/** The canvas with many nodes in a Chromium of the machine. */
export async function measureCanvas(bench: BenchContext) {
  const found: Partial<Record<CanvasSize['open' | 'pan'], Measured>> = {}
  for (const { nodes, open, pan } of SIZES) {
    const opened: number[] = []
    const panned: number[] = []
    const paces: number[] = []
    for (let run = 0; run < bench.options.repeat; run++) {
      const { found: round, pace } = await bench.withPace(() => takeRound(bench, nodes))
      opened.push(round.settledSeconds)
      panned.push(round.frameP95)
      paces.push(pace)
    }
    found[open] = { samples: opened, beside: paces }
    found[pan] = { samples: panned, beside: paces }
  }
  return found
}

async function takeRound(bench: BenchContext, nodes: number) {
  const server = await bench.start(bench.newDataDir())
  const installation = await setUpInstallation(server.origin)
  const { id } = await installation.addFlow(`canvas ${nodes}`, replyGrid(COLUMNS, nodes / COLUMNS))
  const browser = await openBrowser()
  try {
    return await measureCanvasPage(browser, { origin: server.origin, flowId: id, account: ADMINISTRATOR })
  } finally {
    await browser.close()
    await server.stop()
  }
}
