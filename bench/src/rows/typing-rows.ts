import type { BenchContext } from '../bench-context.ts'
import { measureTyping, type TypingFigures } from '../browser/measure-typing.ts'
import { openBrowser } from '../browser/open-browser.ts'
import type { Measured } from '../figures/figure.ts'
import { replyFlow, replyGrid } from '../product/bench-flows.ts'
import { ADMINISTRATOR, setUpInstallation } from '../product/set-up-installation.ts'

const COLUMNS = 25
const ROWS = 8
const LARGE = 3_000_000

type TypingRow = 'keyMedian200' | 'keyP95200' | 'keyMedian3Mb' | 'keyP953Mb' | 'paste3Mb'

/** What somebody waits for who types into the form of a node: in a flow of 200, and in a text of 3 MB. */
export async function measureTypingRows(bench: BenchContext): Promise<Record<TypingRow, Measured>> {
  const samples: Record<TypingRow, number[]> = {
    keyMedian200: [],
    keyP95200: [],
    keyMedian3Mb: [],
    keyP953Mb: [],
    paste3Mb: [],
  }
  const beside: number[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() => takeRound(bench))
    samples.keyMedian200.push(found.many.keys.median)
    samples.keyP95200.push(found.many.keys.p95)
    samples.keyMedian3Mb.push(found.large.keys.median)
    samples.keyP953Mb.push(found.large.keys.p95)
    if (found.large.paste !== undefined) samples.paste3Mb.push(found.large.paste)
    beside.push(pace)
  }
  const measured = (row: TypingRow): Measured => ({ samples: samples[row], beside })
  return {
    keyMedian200: measured('keyMedian200'),
    keyP95200: measured('keyP95200'),
    keyMedian3Mb: measured('keyMedian3Mb'),
    keyP953Mb: measured('keyP953Mb'),
    paste3Mb: measured('paste3Mb'),
  }
}

async function takeRound(bench: BenchContext): Promise<{ many: TypingFigures; large: TypingFigures }> {
  const server = await bench.start(bench.newDataDir())
  const installation = await setUpInstallation(server.origin)
  const grid = await installation.addFlow('typing among many', replyGrid(COLUMNS, ROWS))
  const short = await installation.addFlow('typing in a large text', replyFlow())
  const browser = await openBrowser()
  const visit = (flowId: string) => ({ origin: server.origin, flowId, account: ADMINISTRATOR })
  const middle = `directReplyAgentflow_${(COLUMNS * ROWS) / 2}`
  try {
    return {
      many: await measureTyping(browser, visit(grid.id), { card: middle }),
      large: await measureTyping(browser, visit(short.id), { card: 'directReplyAgentflow_0', pasted: LARGE }),
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}
