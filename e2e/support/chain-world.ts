import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { startFakeOpenAI } from '@runnel/providers/testing'
import type { ApiCaller } from './call-api.ts'
import { answerGraph } from './graph-of-teas.ts'
import { makePostgresDatabase } from './journey-database.ts'
import { type Said, VENDOR_KEYS } from './model-vendors.ts'

/** What a model says in a call: given words, or those that it finds in what it was told, put as `as` says. */
export type Saying = Said | { finds: RegExp; as?: string }

/** Where chains and agents find what they call. */
export interface ChainPlaces {
  /** For the Base Path of nodes. */
  vendor: string
  /** Tells how warm a town is at `/now`, and what it takes at `/openapi.json`; as a Neo4j it answers for a graph. */
  api: string
  /** For a connection string. */
  database: string
}

/** What chains and agents call: a vendor whose model is told what to say, an API, a database and a graph of teas. */
export interface ChainWorld extends ChainPlaces {
  /** For `EGRESS_ALLOW`. */
  hosts: string
  /** What the model says next; then it says that nothing is left. */
  play(said: readonly Saying[]): void
  close(): Promise<void>
}

/** The names of the vendor's key, of the graph's login, and of the document store that answers. */
export const PREPARED = { credential: 'OpenAI account', graph: 'Tea graph', store: 'Tea house' } as const

/** Starts all three. */
export async function startChainWorld(): Promise<ChainWorld> {
  const queue: Saying[] = []
  const vendor = await startFakeOpenAI({
    apiKey: VENDOR_KEYS.openAI,
    respond: ({ body }) => say(queue.shift(), body.messages),
  })
  const api = createServer(async (request, response) => {
    const origin = `http://${request.headers.host}`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(await answerApi(request, origin)))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(api.address() as AddressInfo).port}`
  const database = await makePostgresDatabase()
  await database.execute(
    "create table teas (name text, degrees integer); insert into teas values ('Green', 70), ('Black', 100)",
  )
  const address = new URL(database.settings.DATABASE_URL ?? '')
  return {
    vendor: vendor.baseURL,
    api: `http://${host}`,
    database: address.href,
    hosts: [vendor.host, host, `${address.hostname}:${address.port || '5432'}`].join(),
    play(said) {
      queue.splice(0, queue.length, ...said)
    },
    async close() {
      api.closeAllConnections()
      api.close()
      await vendor.close()
      await database.drop()
    },
  }
}

/** Stores the vendor's key, the graph's login, and a document store of one passage, by their names of `PREPARED`. */
export async function prepareChains(api: ApiCaller, world: ChainWorld, passage: string): Promise<void> {
  const { id: key } = await api.post<{ id: string }>('/credentials', {
    name: PREPARED.credential,
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: VENDOR_KEYS.openAI },
  })
  await api.post('/credentials', {
    name: PREPARED.graph,
    credentialName: 'neo4jApi',
    plainDataObj: { url: world.api, username: 'ada', password: 'password-of-the-graph' },
  })
  const { id: storeId } = await api.post<{ id: string }>('/document-store/store', { name: PREPARED.store })
  const loader = { storeId, loaderId: 'plainText', loaderConfig: { text: passage } }
  const { id } = await api.post<{ id: string }>('/document-store/loader/save', loader)
  await api.post(`/document-store/loader/process/${id}`, { storeId, id })
  await api.post('/document-store/vectorstore/insert', {
    storeId,
    embeddingName: 'openAIEmbeddings',
    embeddingConfig: {
      modelName: 'text-embedding-3-small',
      basepath: world.vendor,
      FLOWISE_CREDENTIAL_ID: key,
    },
    vectorStoreName: 'memoryVectorStore',
    vectorStoreConfig: { topK: '1' },
  })
}

type Messages = readonly { role: string; content?: unknown }[]

function say(saying: Saying | undefined, messages: Messages = []): Said {
  if (!saying) return { text: 'Nothing is left to say.' }
  if (!('finds' in saying)) return saying
  const told = messages.map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content ?? ''),
  )
  const found = saying.finds.exec(told.join('\n'))
  const { as = '$&' } = saying
  return { text: found?.[0].replace(saying.finds, as) ?? `This is not to be found: ${saying.finds}` }
}

/** Rome by GET or POST, an OpenAPI document of the same, and a graph. */
async function answerApi(request: IncomingMessage, origin: string): Promise<object> {
  const url = new URL(request.url ?? '/', origin)
  if (url.pathname === '/openapi.json') return describeApi(origin)
  if (url.pathname === '/db/neo4j/query/v2') return answerGraph(await json(request))
  const sent = request.method === 'POST' ? ((await json(request)) as { city?: string }) : undefined
  const city = sent ? sent.city : (url.searchParams.get('city') ?? url.pathname.split('/')[2])
  return city === 'Rome'
    ? { method: request.method, city, celsius: 21 }
    : { error: `Nothing is known of ${city}` }
}

const describeApi = (origin: string) => ({
  openapi: '3.0.0',
  servers: [{ url: origin }],
  paths: {
    '/now/{city}': {
      get: {
        operationId: 'readWeather',
        parameters: [{ name: 'city', in: 'path', required: true, schema: { type: 'string' } }],
      },
    },
  },
})
