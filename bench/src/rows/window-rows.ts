import type { BenchContext } from '../bench-context.ts'
import type { Measured } from '../figures/figure.ts'
import { percentile } from '../figures/percentile.ts'
import type { VendorCall } from '../kills/judge-calls.ts'
import { measureWindow } from '../kills/measure-window.ts'
import { repeatAtOnce } from '../load/ask-flow.ts'
import { steadyNow } from '../machine/steady-now.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'

const CALLERS = 10
const WARM_UP = 50
/** Runs of each kind; each of three calls shows two windows. */
const PLAIN_RUNS = 150
const STREAMED_RUNS = 300

/**
 * How long a vendor's answer is in nobody's journal, as the machine's clock shows it from outside: until the run's next
 * call comes to the vendor, or until the caller reads the end of a streamed run. Neither leaves before the commit is
 * durable, so the window is no longer than that.
 */
export async function measureWindows(bench: BenchContext) {
  const sqlite = await measureOn(bench, {})
  const postgres = await measureOn(bench, { DATABASE_URL: await bench.postgres.create() })
  return {
    windowPlainSqlite: sqlite.plain,
    windowStreamedSqlite: sqlite.streamed,
    windowPlainPostgres: postgres.plain,
    windowStreamedPostgres: postgres.streamed,
  }
}

/** Windows in milliseconds. */
interface Windows {
  one: number[]
  many: number[]
}

async function measureOn(bench: BenchContext, settings: Record<string, string>) {
  const server = await bench.start(bench.newDataDir(), { settings })
  const { createFlow, headers } = await setUpInstallation(server.origin)
  const three = { url: (await createFlow(3, bench.vendor.notedBaseUrl)).url, headers }
  const single = { url: (await createFlow(1, bench.vendor.notedBaseUrl)).url, headers }
  const plain = (runs: number, callers: number) => takePlain(bench, three, { runs, callers })
  const streamed = (runs: number, callers: number) => takeStreamed(bench, single, { runs, callers })
  const rounds = { plain: [] as Windows[], streamed: [] as Windows[], beside: [] as number[] }
  await plain(WARM_UP, CALLERS)
  await streamed(WARM_UP, CALLERS)
  for (let round = 0; round < bench.options.repeat; round++) {
    const { pace } = await bench.withPace(async () => {
      rounds.plain.push({ one: await plain(PLAIN_RUNS, 1), many: await plain(PLAIN_RUNS, CALLERS) })
      rounds.streamed.push({
        one: await streamed(STREAMED_RUNS, 1),
        many: await streamed(STREAMED_RUNS, CALLERS),
      })
    })
    rounds.beside.push(pace)
  }
  await server.stop()
  return {
    plain: describe(rounds.plain, rounds.beside),
    streamed: describe(rounds.streamed, rounds.beside),
  }
}

interface Asking {
  runs: number
  callers: number
}

type Flow = Parameters<typeof ask>[0]

/** From before the vendor wrote its last byte, so that what the vendor itself took is counted too. */
async function takePlain({ vendor }: BenchContext, flow: Flow, { runs, callers }: Asking): Promise<number[]> {
  await vendor.forgetCalls()
  await repeatAtOnce(runs, callers, async (n) => void (await ask(flow, `plain ${n}`, false)))
  return measureWindow((await vendor.readCalls()).map(fromSending), [])
}

async function takeStreamed(
  { vendor }: BenchContext,
  flow: Flow,
  { runs, callers }: Asking,
): Promise<number[]> {
  await vendor.forgetCalls()
  const endedAt = new Map<string, number>()
  await repeatAtOnce(runs, callers, async (n) => {
    const question = `streamed ${n}`
    endedAt.set(question, await ask(flow, question, true))
  })
  return (await vendor.readCalls()).map(({ question, sentAt }) => {
    const ended = endedAt.get(question)
    if (ended === undefined || sentAt === undefined) throw new Error(`${question} was not answered.`)
    return ended - sentAt
  })
}

function fromSending(call: VendorCall): VendorCall {
  return call.sentAt === undefined ? call : { ...call, answeredAt: call.sentAt }
}

/** Asks once; gives when the end of the run was read. @throws Error when the answer is not the right one. */
async function ask(
  { url, headers }: { url: string; headers: Record<string, string> },
  question: string,
  streaming: boolean,
): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ question, streaming }),
  })
  const decoder = new TextDecoder()
  let text = ''
  let endedAt = Number.NaN
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (Number.isNaN(endedAt) && (!streaming || text.includes('"event":"end"'))) endedAt = steadyNow()
  }
  if (!response.ok || Number.isNaN(endedAt) || !text.includes(question))
    throw new Error(`${url} answered ${response.status}: ${text.slice(0, 200)}`)
  return endedAt
}

function describe(rounds: readonly Windows[], beside: readonly number[]): Measured {
  const word = (times: readonly number[]) =>
    [50, 99, 100].map((share) => percentile(times, share).toFixed(1)).join(', ')
  const all = (of: keyof Windows) => rounds.flatMap((round) => round[of])
  return {
    samples: rounds.map(({ one }) => percentile(one, 99)),
    beside,
    note: `median, p99, longest: one caller ${word(all('one'))} ms; ten ${word(all('many'))} ms`,
  }
}
