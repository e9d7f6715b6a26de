import type { BenchContext } from '../bench-context.ts'
import { percentile } from '../figures/percentile.ts'
import { findHighest } from '../load/find-highest.ts'
import { holdStreams } from '../load/stream-load.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import { PACED_SECONDS } from '../vendor/paced-stream.ts'

const RANGE = { first: 500, most: 2_000, precision: 0.08 }
const SLOWEST = 1.1
/** So long that no two streams keep step, so short that all are held at once for most of their time. */
const RAMP_SECONDS = 2
const WARM_UP = 20

/** The highest number of chats that are streamed at once without one of them falling behind. One search: it is long. */
export async function measureStreamsHeld(bench: BenchContext) {
  const server = await bench.start(bench.newDataDir(), { watchesHolds: true })
  const { createFlow, headers } = await setUpInstallation(server.origin)
  const { url } = await createFlow(1, bench.vendor.pacedBaseUrl)
  const tried: string[] = []
  let longestHold = 0
  const hold = async (count: number): Promise<boolean> => {
    await server.readLongestHold()
    const { seconds, broken } = await holdStreams({ url, headers, count, rampSeconds: RAMP_SECONDS })
    const held = await server.readLongestHold()
    const worst = seconds.length === 0 ? Number.POSITIVE_INFINITY : percentile(seconds, 100) / PACED_SECONDS
    tried.push(`${count}: ${worst.toFixed(2)} ×${broken > 0 ? `, ${broken} broken` : ''}`)
    const holds = broken === 0 && worst <= SLOWEST
    if (holds) longestHold = Math.max(longestHold, held)
    return holds
  }
  await holdStreams({ url, headers, count: WARM_UP, rampSeconds: 1 })
  const { found: highest, pace } = await bench.withPace(() => findHighest(RANGE, hold))
  await server.stop()
  return {
    streamsHeld: {
      samples: [highest],
      beside: [pace],
      longestHold,
      note: `slowest beside real time, ${tried.join('; ')}`,
    },
  }
}
