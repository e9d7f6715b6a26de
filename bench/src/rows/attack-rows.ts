import { API_PREFIX } from '@runnel/contract'
import type { BenchContext } from '../bench-context.ts'
import { median } from '../figures/percentile.ts'
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

/** The API and the server's memory while user code attacks. */
export async function measureAttack(bench: BenchContext) {
  const slowdowns: number[] = []
  const growths: number[] = []
  const idles: number[] = []
  const holds: number[] = []
  let ended = 0
  for (let run = 0; run < bench.options.repeat; run++) {
    const server = await bench.start(bench.newDataDir(), { watchesHolds: true })
    const installation = await setUpInstallation(server.origin)
    await readApiP95(bench, installation)
    const idle = await readApiP95(bench, installation)
    const before = readResidentMegabytes(server.pid)
    await server.readLongestHold()
    const attack = startAttack(installation)
    const attacked = await readApiP95(bench, installation)
    holds.push(await server.readLongestHold())
    ended += attack.count()
    idles.push(idle)
    slowdowns.push(attacked / idle)
    growths.push(readResidentMegabytes(server.pid) / before)
    await server.kill()
  }
  return {
    attackSlowdown: {
      samples: slowdowns,
      longestHold: Math.max(...holds),
      note: `idle ${median(idles).toFixed(1)} ms; ${ended} programs ended meanwhile`,
    },
    attackMemory: { samples: growths },
  }
}

async function readApiP95({ options }: BenchContext, { origin, headers }: Installation): Promise<number> {
  const url = `${origin}${API_PREFIX}/chatflows?view=summary&page=1&limit=10`
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

/**
 * Runs all programs at once, each again when it has ended. Endless ones take their five minutes: the end of the server
 * ends them. Gives how many have ended so far.
 * @throws Error from `count` when a program got away with it.
 */
function startAttack({ origin, headers }: Installation): { count(): number } {
  let ended = 0
  let failure: Error | undefined
  const attack = async (javascriptFunction: string) => {
    for (;;) {
      const response = await fetch(`${origin}${API_PREFIX}/node-custom-function`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ javascriptFunction }),
      })
      const text = await response.text()
      if (response.ok) failure = new Error(`${javascriptFunction} was answered: ${text.slice(0, 200)}`)
      ended++
    }
  }
  // The end of the server breaks the calls that are still open.
  for (const program of ATTACKS) attack(program).catch(() => undefined)
  return {
    count() {
      if (failure) throw failure
      return ended
    },
  }
}
