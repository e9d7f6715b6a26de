import { setTimeout as sleep } from 'node:timers/promises'
import { isApiError } from '@runnel/client'
import { API_PREFIX, type JsonObject } from '@runnel/contract'
import type { BenchContext } from '../bench-context.ts'
import { openTimedCaller, type TimedCaller } from '../load/timed-request.ts'
import { entryText, questionText } from '../vendor/known-vectors.ts'
import type { Installation } from './set-up-installation.ts'

/** Entries of one loader: a text of two megabytes. */
export const PER_LOADER = 10_000
export const QUESTIONS = 100
/** How many chunks a question asks for. */
export const K = 10
const WARM_UP = 5

/** A document store whose chunks have the vectors of known entries. */
export interface FilledStore {
  storeId: string
  /** How long the vectors of the first loader took. */
  firstSeconds: number
  /** The pace of that time. */
  pace: number
}

/** Makes a store of so many entries through the API, some thousand in each loader. */
export async function fillVectors(
  bench: BenchContext,
  { client, credentialId }: Installation,
  entries: number,
): Promise<FilledStore> {
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
  for (let from = 0; from < entries; from += PER_LOADER) {
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
  await client.insertIntoVectorStore({ query: {}, body: settings }).catch(ignoreUnreachable)
  const made = await waitForVectors(client, storeId)
  if (made.status !== 'UPSERTED' || made.totalChunks !== entries)
    throw new Error(`The store holds ${JSON.stringify(made).slice(0, 200)}`)
  return { storeId, firstSeconds, pace }
}

const LOOK_MS = 2_000

/** Node's own client waits five minutes for an answer. The work is a run, and goes on without its caller. */
function ignoreUnreachable(error: unknown): void {
  if (!isApiError(error) || error.code !== 'network_unreachable') throw error
}

async function waitForVectors(client: Installation['client'], id: string) {
  for (;;) {
    const store = await client.getDocumentStore({ params: { id } })
    if (store.status !== 'UPSERTING') return store
    await sleep(LOOK_MS)
  }
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

/** Asks all questions one after the other, after some that are not counted. */
export async function askVectors(
  { origin, headers }: Pick<Installation, 'origin' | 'headers'>,
  { storeId }: Pick<FilledStore, 'storeId'>,
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
