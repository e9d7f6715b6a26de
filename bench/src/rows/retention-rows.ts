import { setTimeout as sleep } from 'node:timers/promises'
import { API_PREFIX } from '@runnel/contract'
import type { BenchContext } from '../bench-context.ts'
import { percentile } from '../figures/percentile.ts'
import { type AskedFlow, askFlow } from '../load/ask-flow.ts'
import { watchWaits } from '../load/wait-watch.ts'
import { fillInstallation } from '../product/fill-installation.ts'
import { prepareFilling } from '../product/filled-data.ts'
import { type InstallationData, openPlainDatabase } from '../product/plain-database.ts'
import type { RunnelProcess } from '../product/runnel-process.ts'
import { weighJournals } from '../product/weigh-journals.ts'

/** Past their time, and a tenth as many that are not: what is young lies behind what goes, as it does in use. */
const PAST_RUNS = 50_000
const YOUNG_RUNS = PAST_RUNS / 10
/** Beyond the 90 days of the usual setting. */
const DAYS_PAST = 100
const LOOK_MS = 250
const BEFORE_MS = 10_000
/** The first tick of the scheduler comes a minute after the start. */
const PATIENCE_MS = 400_000
const QUESTION = 'What does step 7 say?'
const MEGABYTE = 1_000_000

/** How quickly journals past their time go, who waits for that, and whether their space is had again. */
export async function measureRetention(bench: BenchContext) {
  const sqlite = await bench.withPace(() => takeRound(bench, 'sqlite'))
  const postgres = await bench.withPace(() => takeRound(bench, 'postgres'))
  const onSqlite = describeRound(sqlite.found, sqlite.pace)
  const onPostgres = describeRound(postgres.found, postgres.pace)
  return {
    retentionSqlite: onSqlite.pruned,
    retentionWaitSqlite: onSqlite.waited,
    retentionSpaceSqlite: onSqlite.space,
    retentionPostgres: onPostgres.pruned,
    retentionWaitPostgres: onPostgres.waited,
    retentionSpacePostgres: onPostgres.space,
  }
}

/** What others did, in milliseconds. */
interface OthersTimes {
  /** Runs of one model call. */
  runs: number[]
  /** A bystander's small requests. */
  waits: number[]
}

interface RetentionRound {
  perSecond: number
  before: OthersTimes
  meanwhile: OthersTimes
  longestHold: number
  space: { had: number; all: number; bytesBefore: number; bytesAfter: number }
}

async function takeRound(bench: BenchContext, kind: InstallationData['kind']): Promise<RetentionRound> {
  const { place, dataDir, settings, ...prepared } = await prepareFilling(bench, kind)
  const filledAt = performance.now()
  await fillInstallation(place, { runs: PAST_RUNS, daysEarlier: DAYS_PAST })
  const past = await weighJournals(place)
  await fillInstallation(place, { runs: YOUNG_RUNS })
  const before = await weighJournals(place)
  console.error(
    `${PAST_RUNS + YOUNG_RUNS} runs in ${Math.round((performance.now() - filledAt) / 1_000)} s, ${Math.round(before.bytes / MEGABYTE)} MB`,
  )
  const server = await bench.start(dataDir, { settings, watchesHolds: true })
  const found = await watchPruning(server, {
    place,
    flow: prepared.flowAt(server.origin),
    flowId: prepared.flowId,
  })
  await server.stop()
  const after = await weighJournals(place)
  const space = { all: past.journalBytes, bytesBefore: before.bytes, bytesAfter: after.bytes }
  if (place.kind === 'sqlite') {
    // The caller's own runs took room meanwhile, as much each as those that were there before.
    const taken = ((after.runs - before.runs) * before.bytes) / before.runs
    return { ...found, space: { ...space, had: before.bytes + taken - after.bytes } }
  }
  // PostgreSQL keeps its files and fills them anew: as many runs again show how much of them.
  await fillInstallation(place, { runs: PAST_RUNS })
  const again = await weighJournals(place)
  return { ...found, space: { ...space, had: past.journalBytes - (again.journalBytes - after.journalBytes) } }
}

interface Watched {
  place: InstallationData
  flow: AskedFlow
  flowId: string
}

type WatchedPruning = Omit<RetentionRound, 'space'>

/** Waits for the scheduler's tick and looks how many are left until none is, while a caller runs a flow without pause. */
async function watchPruning(
  server: RunnelProcess,
  { place, flow, flowId }: Watched,
): Promise<WatchedPruning> {
  const database = await openPlainDatabase(place)
  const countPast = async () => {
    const [count] = await database.readTexts(
      `select count(*) from "runs" where "hasJournal" and "endedAt" < ${Date.now() - (DAYS_PAST - 5) * 86_400_000}`,
    )
    return Number(count)
  }
  const giveUpAt = performance.now() + PATIENCE_MS
  const waitUntil = async (isSo: (left: number) => boolean) => {
    for (;;) {
      const left = await countPast()
      if (isSo(left)) return left
      if (performance.now() > giveUpAt) throw new Error(`${left} runs past their time still have journals.`)
      await sleep(LOOK_MS)
    }
  }
  const runs = repeatRuns(flow)
  const watch = await watchWaits(
    ['ping', `chatflows/${flowId}`].map((path) => `${server.origin}${API_PREFIX}/${path}`),
    flow.headers,
  )
  try {
    await sleep(BEFORE_MS)
    runs.take()
    await watch.take()
    await sleep(BEFORE_MS)
    const before = { runs: runs.take(), waits: await watch.take() }
    const begun = await waitUntil((left) => left < PAST_RUNS)
    const startedAt = performance.now()
    runs.take()
    await watch.take()
    await server.readLongestHold()
    await waitUntil((left) => left === 0)
    const seconds = (performance.now() - startedAt) / 1_000
    if (place.kind === 'sqlite') await waitForPages(database.readTexts, giveUpAt)
    const longestHold = await server.readLongestHold()
    const meanwhile = { runs: runs.take(), waits: await watch.take() }
    return { perSecond: begun / seconds, before, meanwhile, longestHold }
  } finally {
    await runs.stop()
    await watch.stop()
    await database.close()
  }
}

/** Until the file holds no free pages: they go last. */
async function waitForPages(read: (sql: string) => Promise<string[]>, giveUpAt: number): Promise<void> {
  while (Number((await read('select freelist_count from pragma_freelist_count()'))[0]) > 0) {
    if (performance.now() > giveUpAt) throw new Error('The file still holds free pages.')
    await sleep(LOOK_MS)
  }
}

/** One caller who runs a flow without pause; `take` gives the times since the last taking, in milliseconds. */
function repeatRuns(flow: AskedFlow): { take(): number[]; stop(): Promise<void> } {
  let times: number[] = []
  let isAsking = true
  let failure: unknown
  const asking = (async () => {
    while (isAsking) {
      const startedAt = performance.now()
      await askFlow(flow, QUESTION)
      times.push(performance.now() - startedAt)
    }
  })().catch((error: unknown) => {
    failure = error
  })
  return {
    take() {
      if (failure !== undefined) throw failure
      const taken = times
      times = []
      return taken
    },
    async stop() {
      isAsking = false
      await asking
    },
  }
}

function describeRound({ perSecond, before, meanwhile, longestHold, space }: RetentionRound, pace: number) {
  const describe = (times: readonly number[]) =>
    [50, 99, 100].map((share) => percentile(times, share).toFixed(1)).join(', ')
  const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(0)
  return {
    pruned: {
      samples: [perSecond],
      beside: [pace],
      longestHold,
      note: `${PAST_RUNS} of them in ${(PAST_RUNS / perSecond).toFixed(0)} s; a run of one model call took ${describe(before.runs)} ms before, ${describe(meanwhile.runs)} ms meanwhile (median, p99, longest)`,
    },
    waited: {
      samples: [percentile(meanwhile.waits, 100)],
      beside: [pace],
      longestHold,
      note: `median, p99, longest ${describe(meanwhile.waits)} ms; before ${describe(before.waits)} ms`,
    },
    space: {
      samples: [(100 * space.had) / space.all],
      note: `database ${megabytes(space.bytesBefore)} MB before, ${megabytes(space.bytesAfter)} MB after; journals past their time ${megabytes(space.all)} MB`,
    },
  }
}
