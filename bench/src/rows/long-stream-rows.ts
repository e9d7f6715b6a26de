import type { BenchContext } from '../bench-context.ts'
import { holdStreams } from '../load/stream-load.ts'
import { watchTreeMegabytes } from '../machine/watch-tree-megabytes.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import { LONG_STREAM_TOKENS } from '../vendor/paced-stream.ts'

const STREAMS = 100
const WARM_UP = 2

/** A hundred long answers at once, as fast as the vendor gives them. Once on each database: it is long. */
export async function measureLongStreams(bench: BenchContext) {
  const sqlite = await measureOn(bench, {})
  const postgres = await measureOn(bench, { DATABASE_URL: await bench.postgres.create() })
  return {
    longStreamsSqlite: sqlite.whole,
    longMemorySqlite: sqlite.memory,
    longStreamsPostgres: postgres.whole,
    longMemoryPostgres: postgres.memory,
  }
}

async function measureOn(bench: BenchContext, settings: Record<string, string>) {
  const server = await bench.start(bench.newDataDir(), { settings, watchesHolds: true })
  const { createFlow, headers, client } = await setUpInstallation(server.origin)
  const { id, url } = await createFlow(1, bench.vendor.longBaseUrl)
  const hold = (count: number) =>
    holdStreams({ url, headers, count, rampSeconds: 0, tokens: LONG_STREAM_TOKENS })
  await hold(WARM_UP)
  await server.readLongestHold()
  const memory = watchTreeMegabytes(server.pid)
  const startedAt = performance.now()
  const { seconds, broken, lastWords } = await hold(STREAMS)
  const all = (performance.now() - startedAt) / 1_000
  const megabytes = memory.stop()
  const longestHold = await server.readLongestHold()
  const { total } = await client.listExecutions({
    query: { agentflowId: id, state: 'FINISHED', page: 1, limit: 1 },
  })
  await server.stop()
  const whole = STREAMS - broken
  return {
    whole: {
      samples: [(100 * whole) / STREAMS],
      longestHold,
      note: `all in ${all.toFixed(0)} s, the slowest whole one in ${Math.max(0, ...seconds).toFixed(0)} s, ${((whole * LONG_STREAM_TOKENS) / all).toFixed(0)} tokens/s of whole ones; ${total - WARM_UP} runs finished${lastWords === undefined ? '' : `; a broken one ended ${JSON.stringify(lastWords)}`}`,
    },
    memory: { samples: [megabytes] },
  }
}
