import { API_PREFIX, type JsonObject } from '@runnel/contract'
import type { BenchContext } from '../bench-context.ts'
import { percentile } from '../figures/percentile.ts'
import { openTimedCaller, type TimedCaller } from '../load/timed-request.ts'
import { readResidentMegabytes } from '../machine/read-resident-megabytes.ts'
import { type Installation, setUpInstallation } from '../product/set-up-installation.ts'
import { findNearest, openVectors } from '../rivals/nearest-vectors.ts'
import { entryText, questionText, questionVector } from '../vendor/known-vectors.ts'

const ENTRIES = 100_000
/** Entries of one loader: a text of two megabytes. */
const PER_LOADER = 10_000
const QUESTIONS = 100
const WARM_UP = 5
const K = 10

/** The search of the embedded store at 100,000 × 768 on SQLite: how quick, and how much of what comparing all finds. */
export async function measureRetrieval(bench: BenchContext) {
  const server = await bench.start(bench.newDataDir(), { watchesHolds: true })
  const installation = await setUpInstallation(server.origin)
  const filled = await fillStore(bench, installation)
  const vectors = openVectors(ENTRIES)
  const known = Array.from({ length: QUESTIONS }, (_, n) => findNearest(vectors, questionVector(n), K))
  const near: number[] = []
  const both: number[] = []
  const filtered: number[] = []
  const recalls: number[] = []
  const paces: number[] = []
  let longestHold = 0
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(async () => {
      await server.readLongestHold()
      const byMeaning = await askAll(installation, filled, { searchType: 'similarity' })
      const byBoth = await askAll(installation, filled, { searchType: 'hybrid' })
      const byFilter = await askAll(installation, filled, { searchType: 'similarity', filter: RARE })
      return { byMeaning, byBoth, byFilter, hold: await server.readLongestHold() }
    })
    near.push(percentile(found.byMeaning.times, 95))
    both.push(percentile(found.byBoth.times, 95))
    filtered.push(percentile(found.byFilter.times, 95))
    if (!found.byFilter.found.flat().every(isRare)) throw new Error('The filter let pass what it should not.')
    recalls.push(100 * recallOf(found.byMeaning.found, known))
    paces.push(pace)
    longestHold = Math.max(longestHold, found.hold)
  }
  const resident = readResidentMegabytes(server.pid)
  await server.stop()
  const scan = known.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / QUESTIONS
  return {
    retrieval: {
      samples: near,
      beside: paces,
      longestHold,
      others: `comparing all in plain JavaScript ${scan.toFixed(0)} ms`,
      note: `p95 of ${QUESTIONS} questions over HTTP, with the embedding of the question; ${resident.toFixed(0)} MB resident`,
    },
    retrievalRecall: { samples: recalls },
    retrievalHybrid: { samples: both, beside: paces },
    retrievalFiltered: { samples: filtered, beside: paces },
    insertChunks: {
      samples: [PER_LOADER / filled.firstSeconds],
      beside: [filled.pace],
      note: 'the first 10,000; the vendor, in a process of its own, made its answers before',
    },
  }
}

/** Lets pass one entry of a hundred: the first lines of each loader. */
const RARE = { 'loc.lines.from': { $lte: PER_LOADER / 100 } }
const isRare = (entry: number) => entry % PER_LOADER < PER_LOADER / 100

interface FilledStore {
  storeId: string
  /** How long the vectors of the first loader took. */
  firstSeconds: number
  /** The pace of that time. */
  pace: number
}

async function fillStore(bench: BenchContext, { client, credentialId }: Installation): Promise<FilledStore> {
  const { baseUrl } = bench.vendor
  const { id: storeId } = await client.createDocumentStore({ body: { name: 'Bench' } })
  const settings = {
    storeId,
    embeddingName: 'openAIEmbeddings',
    embeddingConfig: {
      modelName: 'text-embedding-3-small',
      basepath: baseUrl,
      FLOWISE_CREDENTIAL_ID: credentialId,
    },
    vectorStoreName: 'memoryVectorStore',
    vectorStoreConfig: { topK: String(K) },
  }
  let [firstSeconds, pace] = [0, 0]
  for (let from = 0; from < ENTRIES; from += PER_LOADER) {
    const lines = Array.from({ length: PER_LOADER }, (_, at) => entryText(from + at))
    const { id } = await client.saveLoader({
      body: {
        storeId,
        loaderId: 'plainText',
        loaderConfig: { text: lines.join('\n') },
        splitterId: 'characterTextSplitter',
        // A line fits and two do not, so that each becomes a chunk.
        splitterConfig: { separator: '\n', chunkSize: 200, chunkOverlap: 0 },
      },
    })
    await client.processLoader({ params: { loaderId: id }, query: {}, body: { storeId, id } })
    if (from > 0) continue
    await makeVectors(baseUrl, lines)
    const first = await bench.withPace(async () => {
      const begun = performance.now()
      await client.insertIntoVectorStore({ query: {}, body: settings })
      return (performance.now() - begun) / 1_000
    })
    firstSeconds = first.found
    pace = first.pace
  }
  const made = await client.insertIntoVectorStore({ query: {}, body: settings })
  if (!('totalKeys' in made) || made.totalKeys !== ENTRIES)
    throw new Error(`The store holds ${JSON.stringify(made).slice(0, 200)}`)
  return { storeId, firstSeconds, pace }
}

/** Lets the vendor make the vectors of these texts, so that it has them ready. */
async function makeVectors(baseUrl: string, texts: readonly string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += 1_000) {
    const response = await fetch(`${baseUrl}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'any', input: texts.slice(from, from + 1_000) }),
    })
    if (!response.ok) throw new Error(`The vendor answered ${response.status}`)
    await response.arrayBuffer()
  }
}

interface Asked {
  times: number[]
  /** The numbers of the entries that were found for each question. */
  found: number[][]
}

interface SearchedHow {
  searchType: 'similarity' | 'hybrid'
  filter?: JsonObject
}

async function askAll(
  { origin, headers }: Installation,
  { storeId }: FilledStore,
  how: SearchedHow,
): Promise<Asked> {
  const caller = openTimedCaller()
  const ask = (n: number) => askOne(caller, { origin, headers, storeId, n, ...how })
  for (let n = 0; n < WARM_UP; n++) await ask(n)
  const asked: Asked = { times: [], found: [] }
  for (let n = 0; n < QUESTIONS; n++) {
    const { milliseconds, found } = await ask(n)
    asked.times.push(milliseconds)
    asked.found.push(found)
  }
  caller.close()
  return asked
}

interface Question extends SearchedHow, Pick<Installation, 'origin' | 'headers'> {
  storeId: string
  n: number
}

async function askOne(caller: TimedCaller, question: Question) {
  const { origin, headers, storeId, searchType, filter, n } = question
  const { status, body, milliseconds } = await caller.ask(
    `${origin}${API_PREFIX}/document-store/vectorstore/query`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        storeId,
        query: questionText(n),
        inputs: { searchType, topK: String(K) },
        filter,
      }),
    },
  )
  if (status !== 200) throw new Error(`The store answered ${status}: ${body.toString().slice(0, 200)}`)
  const { docs } = JSON.parse(body.toString()) as { docs: { pageContent: string }[] }
  const found = docs.map(({ pageContent }) => Number(/^entry (\d+)/.exec(pageContent)?.[1]))
  return { milliseconds, found }
}

/** Of what comparing all finds, what was found; what is just as near counts too. */
function recallOf(found: readonly number[][], known: readonly { entries: number[] }[]): number {
  const shares = known.map(({ entries }, n) => {
    const there = new Set(found[n])
    return entries.filter((entry) => there.has(entry)).length / entries.length
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
