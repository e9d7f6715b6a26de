import type { BenchContext } from '../bench-context.ts'
import { USUAL_PACE } from '../figures/figure.ts'
import { percentile } from '../figures/percentile.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import type { RepeatedCall } from './judge-calls.ts'
import { type BatchCount, killBatch } from './kill-batch.ts'
import { KILL_LAYOUTS, type KillLayout } from './kill-layouts.ts'

/** So many kills, then every run of them is looked at. */
const BATCH = 50
/** What `docs/engine.md` states for a quiet machine of the usual pace, in milliseconds: the window … */
const WINDOW_MS = 20
/** … and how much older an answer may get for each that came in the same moment, in a process that has just begun. */
const BESIDE_MS = 2.5

/** What a layout did under its kills. */
export interface LayoutCount {
  layout: string
  kills: number
  runs: number
  right: number
  lost: number
  stuck: number
  wrong: number
  /** Finished calls that were made again, and how long before the kill their answer had come, in milliseconds. */
  repeated: number
  gapMedian: number | null
  gapP99: number | null
  gapMax: number | null
  /** The window on this machine for an answer that came alone, and repeated calls that were older than theirs. */
  windowMs: number
  outside: number
  isKept: boolean
}

/** Kills so many processes in each layout while runs are under way, and counts how the runs end. */
export async function countLongKills(bench: BenchContext, kills: number): Promise<LayoutCount[]> {
  const { layouts } = bench.options
  const unknown = layouts.find((name) => !KILL_LAYOUTS.some((layout) => layout.name === name))
  if (unknown !== undefined)
    throw new Error(`--layouts=${unknown}: there are ${KILL_LAYOUTS.map(({ name }) => name).join(', ')}.`)
  const counts: LayoutCount[] = []
  for (const layout of KILL_LAYOUTS)
    if (layouts.length === 0 || layouts.includes(layout.name))
      counts.push(await countLayout(bench, layout, kills))
  return counts
}

async function countLayout(bench: BenchContext, layout: KillLayout, kills: number): Promise<LayoutCount> {
  const { found: victims, pace } = await bench.withPace(() => layout.open(bench))
  const windowMs = (WINDOW_MS * USUAL_PACE) / pace
  const installation = await setUpInstallation(victims[0]?.process.origin ?? '')
  const flow = await installation.createFlow(3, bench.vendor.slowBaseUrl)
  const place = { client: installation.client, flow: { url: flow.url, headers: installation.headers } }
  const sum: BatchCount = {
    kills: 0,
    runs: 0,
    right: 0,
    lost: 0,
    stuck: 0,
    wrong: 0,
    repeated: [],
    words: [],
  }
  while (sum.kills < kills) {
    const name = `${layout.name} ${sum.kills}`
    const batch = await killBatch(bench.vendor, victims, {
      ...place,
      name,
      kills: Math.min(BATCH, kills - sum.kills),
    })
    addBatch(sum, batch)
    console.error(
      `${layout.name}: ${sum.kills} kills, ${sum.runs} runs, ${sum.lost} lost, ${sum.stuck} stuck, ${sum.wrong} wrong, ${sum.repeated.length} calls repeated (oldest ${oldest(sum).toFixed(1)} ms)`,
    )
    for (const word of batch.words) console.error(word)
  }
  for (const victim of victims) await victim.process.stop()
  return describe(layout.name, sum, windowMs)
}

function addBatch(sum: BatchCount, batch: BatchCount): void {
  for (const name of ['kills', 'runs', 'right', 'lost', 'stuck', 'wrong'] as const) sum[name] += batch[name]
  sum.repeated.push(...batch.repeated)
}

const oldest = ({ repeated }: BatchCount) => repeated.reduce((most, { gapMs }) => Math.max(most, gapMs), 0)

function describe(layout: string, { repeated, words, ...counts }: BatchCount, windowMs: number): LayoutCount {
  const ofAnswer = ({ beside }: RepeatedCall) => windowMs * (1 + (beside * BESIDE_MS) / WINDOW_MS)
  const outside = repeated.filter((call) => call.gapMs > ofAnswer(call)).length
  const gaps = repeated.map(({ gapMs }) => gapMs)
  const at = (share: number) => (gaps.length === 0 ? null : percentile(gaps, share))
  return {
    layout,
    ...counts,
    repeated: repeated.length,
    gapMedian: at(50),
    gapP99: at(99),
    gapMax: at(100),
    windowMs,
    outside,
    isKept: counts.right === counts.runs && outside === 0,
  }
}
