import type { BenchContext } from '../bench-context.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'

/** So long an answer at least: most of what the vendor sent. */
const LEAST_BYTES = 5_000_000
const WARM_UP = 2

/** What one answer that is only just not too large holds up, whole and streamed, on both databases. */
export async function measureLargeAnswers(bench: BenchContext) {
  return {
    largeAnswerSqlite: await measureOn(bench, {}),
    largeAnswerPostgres: await measureOn(bench, { DATABASE_URL: await bench.postgres.create() }),
  }
}

async function measureOn(bench: BenchContext, settings: Record<string, string>) {
  const server = await bench.start(bench.newDataDir(), { settings, watchesHolds: true })
  const { createFlow, headers } = await setUpInstallation(server.origin)
  const { url } = await createFlow(1, bench.vendor.largeBaseUrl)
  const holdOf = async (streaming: boolean) => {
    await server.readLongestHold()
    await ask({ url, headers }, streaming)
    return server.readLongestHold()
  }
  for (let n = 0; n < WARM_UP; n++) await ask({ url, headers }, n % 2 === 0)
  const whole: number[] = []
  const streamed: number[] = []
  const beside: number[] = []
  for (let round = 0; round < bench.options.repeat; round++) {
    const { pace } = await bench.withPace(async () => {
      whole.push(await holdOf(false))
      streamed.push(await holdOf(true))
    })
    beside.push(pace)
  }
  await server.stop()
  return {
    samples: whole,
    beside,
    note: `streamed ${streamed.map((hold) => hold.toFixed(0)).join(', ')} ms`,
  }
}

async function ask(
  { url, headers }: { url: string; headers: Record<string, string> },
  streaming: boolean,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ question: 'What does step 7 say?', streaming }),
  })
  const text = await response.text()
  if (!response.ok || text.length < LEAST_BYTES)
    throw new Error(
      `${url} answered ${response.status} with ${text.length} characters: ${text.slice(0, 200)}`,
    )
}
