import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchContext } from '../bench-context.ts'
import { percentile } from '../figures/percentile.ts'
import type { Kill } from '../kills/judge-calls.ts'
import { measureWindow } from '../kills/measure-window.ts'
import { steadyNow } from '../machine/steady-now.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import { askSlowly, judgeRuns, type Verdict } from './judge-runs.ts'

const AT_ONCE = 30
const KILLS = 3
const LOOPBACK = '127.0.0.1'
/** Where in the 450 ms of a run the kill comes, counted from the acceptance of the last. */
const KILL_AFTER_MS = [50, 150, 250]

/** `kill -9` of the server with some thirty runs under way, several times; then every accepted run is looked at. */
export async function measureKills(bench: BenchContext) {
  await bench.vendor.forgetCalls()
  const dataDir = bench.newDataDir()
  let server = await bench.start(dataDir)
  const installation = await setUpInstallation(server.origin)
  const flow = await installation.createFlow(3, bench.vendor.slowBaseUrl)
  const port = new URL(server.origin).port
  const verdict: Verdict = { accepted: 0, hit: 0, right: 0, lost: 0, stuck: 0, wrong: 0, calledTwice: 0 }
  const killed: Kill[] = []
  for (let kill = 0; kill < KILLS * bench.options.repeat; kill++) {
    const round = Array.from({ length: AT_ONCE }, (_, n) =>
      askSlowly({ url: flow.url, headers: installation.headers }, `kill ${kill} run ${n}`),
    )
    await Promise.all(round.map(({ accepted }) => accepted))
    await sleep(KILL_AFTER_MS[kill % KILL_AFTER_MS.length] ?? 0)
    killed.push({ from: LOOPBACK, at: steadyNow() })
    await server.kill()
    const asked = await Promise.all(round.map(({ ended }) => ended))
    server = await bench.start(dataDir, { settings: { PORT: port } })
    const found = await judgeRuns(installation.client, asked, bench.vendor.readCalls)
    for (const name of Object.keys(found) as (keyof Verdict)[]) verdict[name] += found[name]
  }
  const window = measureWindow(await bench.vendor.readCalls(), killed)
  await server.stop()
  return {
    kills: {
      samples: [(100 * verdict.right) / verdict.hit],
      note: `${verdict.right} of ${verdict.hit}; ${verdict.accepted} accepted, ${verdict.lost} lost, ${verdict.stuck} stuck, ${verdict.wrong} wrong, ${verdict.calledTwice} with a finished call made again; answer to commit at most ${describeWindow(window)}`,
    },
  }
}

/** With thirty runs at once; `docs/engine.md` states it for a quiet server. */
function describeWindow(window: readonly number[]): string {
  if (window.length === 0) return 'not known'
  const [middle, late] = [50, 99].map((share) => percentile(window, share).toFixed(1))
  return `${middle} ms (median), ${late} ms (p99)`
}
