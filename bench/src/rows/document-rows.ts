import { makePdf } from '@runnel/drivers/testing'
import type { BenchContext } from '../bench-context.ts'
import { watchTreeMegabytes } from '../machine/watch-tree-megabytes.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import { entryText } from '../vendor/known-vectors.ts'

const PAGES = 1_000
/** About as much as a printed page has. */
const LINES_OF_PAGE = 40

/** Pages of a PDF, from the call that reads them to the answer of the one that makes their vectors, and what all processes hold meanwhile. */
export async function measureDocuments(bench: BenchContext) {
  const seconds: number[] = []
  const reading: number[] = []
  const making: number[] = []
  const paces: number[] = []
  let chunks = 0
  for (let run = 0; run < bench.options.repeat; run++) {
    const server = await bench.start(bench.newDataDir())
    const { client, credentialId } = await setUpInstallation(server.origin)
    const { id: storeId } = await client.createDocumentStore({ body: { name: 'Pages' } })
    const { id } = await client.saveLoader({
      body: {
        storeId,
        loaderId: 'pdfFile',
        loaderConfig: { pdfFile: drawFile(), usage: 'perPage' },
        splitterId: 'recursiveCharacterTextSplitter',
        splitterConfig: { chunkSize: 1_000, chunkOverlap: 100 },
      },
    })
    const whileRead = watchTreeMegabytes(server.pid)
    let whileMade: typeof whileRead | undefined
    const { found, pace } = await bench.withPace(async () => {
      const begun = performance.now()
      await client.processLoader({ params: { loaderId: id }, query: {}, body: { storeId, id } })
      reading.push(whileRead.stop())
      whileMade = watchTreeMegabytes(server.pid)
      const made = await client.insertIntoVectorStore({
        query: {},
        body: {
          storeId,
          embeddingName: 'openAIEmbeddings',
          embeddingConfig: {
            modelName: 'text-embedding-3-small',
            basepath: bench.vendor.baseUrl,
            FLOWISE_CREDENTIAL_ID: credentialId,
          },
          vectorStoreName: 'memoryVectorStore',
          vectorStoreConfig: {},
        },
      })
      if (!('totalKeys' in made) || made.totalKeys < PAGES)
        throw new Error(`The store holds ${JSON.stringify(made).slice(0, 200)}`)
      chunks = made.totalKeys
      return (performance.now() - begun) / 1_000
    })
    seconds.push(found)
    paces.push(pace)
    making.push(whileMade?.stop() ?? 0)
    await server.stop()
  }
  return {
    pdfPages: {
      samples: seconds,
      beside: paces,
      note: `${chunks} chunks, with the time of a vendor that computes each vector`,
    },
    pdfMemory: {
      samples: reading.map((megabytes, run) => Math.max(megabytes, making[run] ?? 0)),
      note: `the highest of all its processes together, looked at ten times a second; while it is read ${Math.max(...reading).toFixed(0)} MB, while vectors are made ${Math.max(...making).toFixed(0)} MB`,
    },
  }
}

/** A PDF as a page of the browser sends it. */
function drawFile(): string {
  const pages = Array.from({ length: PAGES }, (_, page) =>
    Array.from({ length: LINES_OF_PAGE }, (_line, line) =>
      entryText(page * LINES_OF_PAGE + line).slice(0, 80),
    ),
  )
  const base64 = Buffer.from(makePdf(pages)).toString('base64')
  return `data:application/pdf;base64,${base64},filename:pages.pdf`
}
