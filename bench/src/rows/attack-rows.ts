import type { BenchContext } from '../bench-context.ts'
import { type Figure, median } from '../figures/figure.ts'
import { putLoad } from '../load/load.ts'
import { readResidentMegabytes } from '../machine/read-resident-megabytes.ts'
import { type Installation, setUpInstallation } from '../product/set-up-installation.ts'

/** Programs that want all of the machine (security test 74). */
const ATTACKS = [
  'while (true) {}',
  'const all = []; for (;;) all.push(new Array(1e6).fill(7))',
  'const dig = (n) => dig(n + 1) + 1; return dig(0)',
  'return /^(a+)+$/.test("a".repeat(40) + "!")',
  'const storm = () => Promise.all([Promise.resolve().then(storm), Promise.resolve().then(storm)]); await storm()',
]
const LIMIT_CODE = 'limit_exceeded'

/** The API and the server's memory while user code attacks. */
export async function measureAttack(bench: BenchContext): Promise<Figure[]> {
  const slowdowns: number[] = []
  const growths: number[] = []
  const idles: number[] = []
  let ended = 0
  for (let run = 0; run < bench.options.runs; run++) {
    const server = await bench.start(bench.newDataDir())
    const installation = await setUpInstallation(server.origin)
    await readApiP95(bench, installation)
    const idle = await readApiP95(bench, installation)
    const before = readResidentMegabytes(server.pid)
    const attack = startAttack(installation)
    const attacked = await readApiP95(bench, installation)
    ended += await attack.stop()
    idles.push(idle)
    slowdowns.push(attacked / idle)
    growths.push(readResidentMegabytes(server.pid) / before)
    await server.stop()
  }
  return [
    {
      row: 'API p95 under attack of user code, beside idle',
      unit: '×',
      samples: slowdowns,
      target: { atMost: 2 },
      note: `idle ${median(idles).toFixed(1)} ms; ${ended} attacks ended at their limit`,
    },
    {
      row: 'server’s memory after that attack, beside before',
      unit: '×',
      samples: growths,
      target: { atMost: 1.25 },
    },
  ]
}

async function readApiP95({ options }: BenchContext, { origin, headers }: Installation): Promise<number> {
  const url = `${origin}/api/v1/chatflows?view=summary&page=1&limit=10`
  const result = await putLoad({
    url,
    method: 'GET',
    headers,
    callers: 1,
    seconds: options.seconds,
    expects: '"data"',
  })
  return result.p95
}

/** Runs the programs one after the other until it is stopped; gives how many ended at a limit, as they must. */
function startAttack({ origin, headers }: Installation): { stop(): Promise<number> } {
  let isOver = false
  const attack = async () => {
    let count = 0
    for (let n = 0; !isOver; n++) {
      const response = await fetch(`${origin}/api/v1/node-custom-function`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ javascriptFunction: ATTACKS[n % ATTACKS.length] }),
      })
      const text = await response.text()
      if (!text.includes(LIMIT_CODE))
        throw new Error(`An attack ended with ${response.status}: ${text.slice(0, 200)}`)
      count++
    }
    return count
  }
  const running = attack()
  return {
    stop() {
      isOver = true
      return running
    },
  }
}
