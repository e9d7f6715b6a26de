import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@runnel/client'
import type { BenchContext } from '../bench-context.ts'
import { type Installation, setUpInstallation } from '../product/set-up-installation.ts'
import { entryText, questionText } from '../vendor/known-vectors.ts'

const STORES = 20
/** Three batches of vectors. */
const CHUNKS = 600
const KILLS = 3
/** How long a process lives between two kills, after its start. */
const LEAST_LIFE_MS = 100
const MOST_LIFE_MS = 1_200
const GIVE_UP_MS = 120_000
const LOOK_EVERY_MS = 100

type Verdict = 'right' | 'lost' | 'stuck' | 'double' | 'wrong'

/** `kill -9` of the server with twenty ingestions under way, several times; then every store is looked at, chunk by chunk. */
export async function measureIngestionKills(bench: BenchContext) {
  const counts: Record<Verdict, number> = { right: 0, lost: 0, stuck: 0, double: 0, wrong: 0 }
  let hit = 0
  for (let run = 0; run < bench.options.repeat; run++) {
    const dataDir = bench.newDataDir()
    let server = await bench.start(dataDir)
    const installation = await setUpInstallation(server.origin)
    const settings = { PORT: new URL(server.origin).port }
    const storeIds = await Promise.all(
      Array.from({ length: STORES }, (_, n) => begin(bench, installation, n * CHUNKS)),
    )
    const open = new Set(storeIds)
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(LEAST_LIFE_MS + Math.random() * (MOST_LIFE_MS - LEAST_LIFE_MS))
      await forgetEnded(installation.client, open)
      await server.kill()
      server = await bench.start(dataDir, { settings })
      // Those that had not ended at the first kill were hit.
      if (kill === 0) hit += open.size
    }
    for (const [n, storeId] of storeIds.entries())
      counts[await judge(installation.client, storeId, n * CHUNKS)]++
    await server.stop()
  }
  const { right, lost, stuck, double, wrong } = counts
  const all = STORES * bench.options.repeat
  return {
    ingestionKills: {
      samples: [(100 * right) / all],
      note: `${right} of ${all}, ${hit} of them hit; ${lost} lost, ${stuck} stuck, ${double} with something twice, ${wrong} wrong`,
    },
  }
}

async function begin(
  { vendor }: BenchContext,
  { client, credentialId }: Installation,
  from: number,
): Promise<string> {
  const { id } = await client.createDocumentStore({ body: { name: `From ${from}` } })
  const text = Array.from({ length: CHUNKS }, (_, at) => entryText(from + at)).join('\n')
  await client.upsertDocuments({
    params: { id },
    query: { wait: 'false' },
    body: {
      loader: { name: 'plainText', config: { text } },
      splitter: {
        name: 'characterTextSplitter',
        config: { separator: '\n', chunkSize: 200, chunkOverlap: 0 },
      },
      embedding: {
        name: 'openAIEmbeddings',
        config: {
          modelName: 'text-embedding-3-small',
          basepath: vendor.baseUrl,
          FLOWISE_CREDENTIAL_ID: credentialId,
        },
      },
      vectorStore: { name: 'memoryVectorStore', config: { topK: String(2 * CHUNKS) } },
    },
  })
  return id
}

async function forgetEnded(client: Client, open: Set<string>): Promise<void> {
  for (const id of open) {
    const { status } = await client.getDocumentStore({ params: { id } })
    if (status === 'UPSERTED') open.delete(id)
  }
}

/** Waits for the end of an ingestion, then compares what is found in its store with what was given. */
async function judge(client: Client, id: string, from: number): Promise<Verdict> {
  const giveUpAt = Date.now() + GIVE_UP_MS
  for (;;) {
    const { status, error } = await client.getDocumentStore({ params: { id } })
    if (status === 'UPSERTED') break
    if (error !== null) return 'wrong'
    if (Date.now() > giveUpAt) return 'stuck'
    await sleep(LOOK_EVERY_MS)
  }
  const { docs } = await client.queryVectorStore({ body: { storeId: id, query: questionText(from) } })
  const found = docs.map(({ pageContent }) => Number(/^entry (\d+)/.exec(pageContent)?.[1]))
  const different = new Set(found)
  if (different.size < found.length) return 'double'
  for (let n = from; n < from + CHUNKS; n++) if (!different.has(n)) return 'lost'
  return found.length === CHUNKS ? 'right' : 'wrong'
}
