import type { BenchContext } from '../bench-context.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import { QUESTIONS } from '../quality/questions.ts'
import { readPassages } from '../quality/read-passages.ts'

const K = 10
const WAYS = { qualityWords: 'words', qualityMeaning: 'similarity', qualityBoth: 'hybrid' } as const

/**
 * How far up the embedded store finds the passages that answer known questions: nDCG@10, of each way to search. There is
 * no network, so that vectors are those of the embedder that needs none.
 */
export async function measureQuality(bench: BenchContext) {
  const server = await bench.start(bench.newDataDir())
  const { client } = await setUpInstallation(server.origin)
  const passages = readPassages(bench.options.root)
  const { id: storeId } = await client.createDocumentStore({ body: { name: 'Docs' } })
  const { id } = await client.saveLoader({
    body: {
      storeId,
      loaderId: 'jsonlinesFile',
      loaderConfig: { jsonlinesFile: writeLines(passages), pointerName: 'text' },
    },
  })
  await client.processLoader({ params: { loaderId: id }, query: {}, body: { storeId, id } })
  await client.insertIntoVectorStore({
    query: {},
    body: {
      storeId,
      embeddingName: 'demoEmbeddings',
      embeddingConfig: {},
      vectorStoreName: 'memoryVectorStore',
      vectorStoreConfig: { topK: String(K) },
    },
  })
  const note = `${QUESTIONS.length} questions, ${passages.length} passages of the guide and the settings; vectors of the Demo embedder, which is no AI`
  const measured = Object.entries(WAYS).map(async ([row, searchType]) => {
    const gains = await Promise.all(
      QUESTIONS.map(async ({ question, passage }) => {
        const { docs } = await client.queryVectorStore({
          body: { storeId, query: question, inputs: { searchType, topK: String(K) } },
        })
        return gainOf(docs.findIndex(({ pageContent }) => pageContent.includes(passage)))
      }),
    )
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
    return [row, { samples: [100 * mean], note }] as const
  })
  const found = Object.fromEntries(await Promise.all(measured))
  await server.stop()
  return found
}

/** A file of which each line is a document. */
function writeLines(passages: readonly string[]): string {
  const lines = passages.map((text) => JSON.stringify({ text })).join('\n')
  return `data:application/jsonlines;base64,${Buffer.from(lines).toString('base64')},filename:passages.jsonl`
}

/** What the one right passage gives at its place: 1 at the first, less with each; without it nothing. */
const gainOf = (place: number): number => (place < 0 ? 0 : 1 / Math.log2(place + 2))
