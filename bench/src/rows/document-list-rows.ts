import { API_PREFIX } from '@runnel/contract'
import type { BenchContext } from '../bench-context.ts'
import { percentile } from '../figures/percentile.ts'
import { openTimedCaller } from '../load/timed-request.ts'
import { type Installation, setUpInstallation } from '../product/set-up-installation.ts'
import { PER_LOADER } from '../product/vector-store.ts'
import { entryText } from '../vendor/known-vectors.ts'

const CHUNKS = 100_000
/** Stores beside the large one. */
const STORES = 300
const ASKED = 20
const WARM_UP = 2
const SHOWN = 4

/** Lists of stores, and of a hundred thousand chunks, on both databases. */
export async function measureDocumentLists(bench: BenchContext) {
  return {
    documentListsSqlite: await measureOn(bench, {}),
    documentListsPostgres: await measureOn(bench, { DATABASE_URL: await bench.postgres.create() }),
  }
}

async function measureOn(bench: BenchContext, settings: Record<string, string>) {
  const server = await bench.start(bench.newDataDir(), { settings, watchesHolds: true })
  const installation = await setUpInstallation(server.origin)
  const filled = await fill(installation)
  const rounds: { name: string; p99: number }[][] = []
  const beside: number[] = []
  await server.readLongestHold()
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() => takeRound(installation, listQueries(filled)))
    rounds.push(found.toSorted((one, other) => other.p99 - one.p99))
    beside.push(pace)
  }
  const longestHold = await server.readLongestHold()
  await server.stop()
  return {
    samples: rounds.map(([slowest]) => slowest?.p99 ?? 0),
    beside,
    longestHold,
    note: (rounds[0] ?? [])
      .slice(0, SHOWN)
      .map(({ name, p99 }) => `${name} ${p99.toFixed(0)} ms`)
      .join('; '),
  }
}

interface FilledLists {
  storeId: string
  loaderId: string
}

/** One store of ten loaders with ten thousand chunks each, and some hundred empty ones, all through the API. */
async function fill({ client }: Installation): Promise<FilledLists> {
  const { id: storeId } = await client.createDocumentStore({ body: { name: 'Large' } })
  let loaderId = ''
  for (let from = 0; from < CHUNKS; from += PER_LOADER) {
    const { id } = await client.saveLoader({
      body: {
        storeId,
        loaderId: 'plainText',
        loaderConfig: {
          text: Array.from({ length: PER_LOADER }, (_, at) => entryText(from + at)).join('\n'),
        },
        splitterId: 'characterTextSplitter',
        splitterConfig: { separator: '\n', chunkSize: 200, chunkOverlap: 0 },
      },
    })
    await client.processLoader({ params: { loaderId: id }, query: {}, body: { storeId, id } })
    loaderId = id
  }
  for (let n = 0; n < STORES; n++) await client.createDocumentStore({ body: { name: `Store ${n}` } })
  return { storeId, loaderId }
}

interface ListQuery {
  name: string
  path: string
}

/** Pages and searches of chunks, at the start, in the middle and at the end; and the lists that lead there. */
function listQueries({ storeId, loaderId }: FilledLists): ListQuery[] {
  const chunks = (page: number, search = '', of = 'all') => ({
    name: `chunks${of === 'all' ? '' : ' of a loader'}${search && `, search of ${search}`}, page ${page}`,
    path: `/document-store/chunks/${storeId}/${of}/${page}${search && `?search=${encodeURIComponent(search)}`}`,
  })
  return [
    { name: 'stores', path: '/document-store/store?page=1&limit=50' },
    { name: 'stores, page 6', path: '/document-store/store?page=6&limit=50' },
    { name: 'stores, search', path: '/document-store/store?page=1&limit=50&search=Store%2077' },
    { name: 'the store', path: `/document-store/store/${storeId}` },
    chunks(1),
    chunks(1_000),
    chunks(2_000),
    chunks(200, '', loaderId),
    chunks(1, 'w1'),
    chunks(1_000, 'w1'),
    chunks(1, 'entry 77777'),
    chunks(1, 'nowhere'),
    chunks(1, 'nowhere', loaderId),
  ]
}

async function takeRound({ origin, headers }: Installation, queries: readonly ListQuery[]) {
  const caller = openTimedCaller()
  const found: { name: string; p99: number }[] = []
  for (const { name, path } of queries) {
    const times: number[] = []
    for (let n = 0; n < WARM_UP + ASKED; n++) {
      const { status, body, milliseconds } = await caller.ask(`${origin}${API_PREFIX}${path}`, { headers })
      if (status !== 200) throw new Error(`${name} answered ${status}: ${body.toString().slice(0, 200)}`)
      if (n >= WARM_UP) times.push(milliseconds)
    }
    found.push({ name, p99: percentile(times, 99) })
  }
  caller.close()
  return found
}
