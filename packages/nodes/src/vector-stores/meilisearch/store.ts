import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { type Authorise, readFilterText, readNumber, readText } from '@runnel/node-kit'
import { keyHeader } from '../key-header.ts'
import { pageThrough } from '../page-through.ts'
import { readNumbers, readObjects, readPath } from '../read-answers.ts'
import {
  type Collection,
  type OutsideStore,
  SOURCE_KEY,
  type StoreRequest,
  type StoreSearch,
  type StoreServer,
} from '../store-protocol.ts'
import { readAddress, readName } from '../store-server.ts'

const PAGE = 1000
/** Where LangChain puts text and metadata, and the key of a document in an index that is made here. */
const [TEXT, METADATA, ID] = ['pageContent', 'metadata', 'objectID'] as const
/** The name of the embedder of an index that has none yet. */
const EMBEDDER = 'default'
/** How a task stands that the server has not ended. */
const OPEN_TASK = ['enqueued', 'processing']

/**
 * Indexes of Meilisearch whose vectors are given (`userProvided`). Each change is a task of the server, which is followed to
 * its end: only then it counts as done.
 */
export const meilisearchStore: OutsideStore = {
  address: (component) => readAddress(component, 'host', 'http://localhost:7700'),
  authorise: () => byKey,
  most: { records: 500, bytes: 20_000_000 },
  name: (values) => `index "${readText(values, 'indexUid')}"`,
  async open(server) {
    const index = await server.find({ path: pathOf(server) })
    if (index === undefined) return undefined
    if (!isJsonObject(index)) throw server.refuse()
    const settings = await server.ask({ path: `${pathOf(server)}/settings` })
    if (!isJsonObject(settings)) throw server.refuse()
    const embedder = findEmbedder(settings)
    return embedder && openIndex(server, { ...embedder, key: String(index.primaryKey ?? ID), settings })
  },
  async create(server, dimensions) {
    const uid = readName(server, 'indexUid', 'an index')
    const making: StoreRequest = { path: '/indexes', method: 'POST', body: { uid, primaryKey: ID } }
    await runTask(server, making, ['index_already_exists'])
    const embedders = { [EMBEDDER]: { source: 'userProvided', dimensions } }
    await runTask(server, { path: `${pathOf(server)}/settings`, method: 'PATCH', body: { embedders } })
    const opened = await meilisearchStore.open(server)
    if (!opened) throw server.refuse()
    return opened
  },
}

/** The admin key, since an index and its settings are read before it is searched; else the other one. */
const byKey: Authorise = (fields, request) => {
  const admin = (fields.meilisearchAdminApiKey ?? '').trim()
  const field = admin === '' ? 'meilisearchSearchApiKey' : 'meilisearchAdminApiKey'
  return keyHeader(field, 'authorization', 'Bearer')(fields, request)
}

const pathOf = (server: StoreServer) =>
  `/indexes/${encodeURIComponent(readName(server, 'indexUid', 'an index'))}`

/** Asks for a change, and follows its task to the end. @throws RunnelError `upstream_error` where it fails, but for these codes */
async function runTask(server: StoreServer, request: StoreRequest, allowed: string[] = []): Promise<void> {
  const uid = readPath(await server.ask(request), 'taskUid')
  if (typeof uid !== 'number') throw server.refuse()
  const task = await server.ask({
    path: `/tasks/${uid}`,
    repeatsWhile: { key: 'status', isOneOf: OPEN_TASK },
  })
  const status = readPath(task, 'status')
  if (status === 'succeeded' || allowed.includes(String(readPath(task, 'error', 'code')))) return
  if (typeof status !== 'string') throw server.refuse()
  if (OPEN_TASK.includes(status))
    throw server.refuse(`still works on task ${uid} after ten minutes. Try again later`)
  const reason = String(readPath(task, 'error', 'message') ?? status).slice(0, 300)
  throw server.refuse(`could not do what was asked: ${reason}`)
}

interface Embedder {
  name: string
  dimensions: number | undefined
}

/** The embedder of an index to which vectors are given; undefined where it has none. */
function findEmbedder({ embedders }: JsonObject): Embedder | undefined {
  const named = isJsonObject(embedders) ? Object.entries(embedders) : []
  const given = named.find(([, embedder]) => readPath(embedder, 'source') === 'userProvided')
  if (!given) return undefined
  const dimensions = readPath(given[1], 'dimensions')
  return { name: given[0], dimensions: typeof dimensions === 'number' ? dimensions : undefined }
}

interface OpenIndex extends Embedder {
  /** The name of the field by which documents are known. */
  key: string
  settings: JsonObject
}

function openIndex(server: StoreServer, { name, dimensions, key, settings }: OpenIndex): Collection {
  const path = pathOf(server)
  return {
    dimensions,
    async listIds(source) {
      await letFilter(server, settings)
      const filter = [`${quote(SOURCE_KEY)} = ${quote(source)}`]
      return pageThrough<number>(async (offset = 0) => {
        const body = { filter, fields: [key], offset, limit: PAGE }
        const answer = await server.ask({ path: `${path}/documents/fetch`, method: 'POST', body })
        const items = readObjects(readPath(answer, 'results'), server).map((held) => String(held[key]))
        return { items, next: items.length < PAGE ? undefined : offset + PAGE }
      })
    },
    async put(source, records) {
      await letFilter(server, settings)
      const body = records.map(({ id, pageContent, metadata, vector }) => ({
        [key]: id,
        [TEXT]: pageContent,
        [METADATA]: metadata,
        [SOURCE_KEY]: source,
        _vectors: { [name]: { embeddings: vector, regenerate: false } },
      }))
      await runTask(server, { path: `${path}/documents`, method: 'POST', body })
    },
    async remove(_source, ids) {
      await runTask(server, { path: `${path}/documents/delete-batch`, method: 'POST', body: ids })
    },
    async search(search) {
      const body = writeSearch(server, search, name)
      const answer = await server.ask({ path: `${path}/search`, method: 'POST', body })
      return readObjects(readPath(answer, 'hits'), server)
        .map((hit) => readHit(hit, name))
        .filter(({ metadata }) => search.equals.every(([wanted, value]) => holds(metadata[wanted], value)))
    },
  }
}

/** Meilisearch compares texts without their case; who asks does not. A list has the value when one of its items is it. */
function holds(held: JsonValue | undefined, value: JsonValue): boolean {
  return Array.isArray(held) ? held.includes(value) : held === value
}

function writeSearch(server: StoreServer, search: StoreSearch, embedder: string): JsonObject {
  const own = readFilterText(server, 'searchFilter', quote)
  const filter = [
    ...(own === '' ? [] : [own]),
    ...search.equals.map(([key, value]) => `${quote(`${METADATA}.${key}`)} = ${writeValue(value)}`),
  ]
  const ratio = readNumber(server.values, 'semanticRatio') ?? 1
  return {
    q: search.query,
    vector: search.vector,
    hybrid: { embedder, semanticRatio: Math.min(1, Math.max(0, ratio)) },
    limit: search.limit,
    showRankingScore: true,
    retrieveVectors: search.withVectors,
    ...(filter.length > 0 && { filter }),
  }
}

function readHit(hit: JsonObject, embedder: string) {
  const metadata = hit[METADATA]
  const given = readPath(hit, '_vectors', embedder, 'embeddings')
  // One vector, or a list of several.
  const vector = Array.isArray(given) && Array.isArray(given[0]) ? given[0] : given
  return {
    pageContent: readText(hit, TEXT),
    metadata: isJsonObject(metadata) ? metadata : {},
    score: Number(hit._rankingScore ?? 0),
    vector: readNumbers(vector),
  }
}

/** Without this the server refuses to filter by source and metadata. Those that are there stay. */
async function letFilter(server: StoreServer, settings: JsonObject): Promise<void> {
  const there = Array.isArray(settings.filterableAttributes) ? settings.filterableAttributes : []
  const wanted = [SOURCE_KEY, METADATA].filter((name) => !there.includes(name))
  if (wanted.length === 0) return
  const body = { filterableAttributes: [...there, ...wanted] }
  await runTask(server, { path: `${pathOf(server)}/settings`, method: 'PATCH', body })
  settings.filterableAttributes = body.filterableAttributes
}

const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const writeValue = (value: string | number | boolean) =>
  typeof value === 'string' ? quote(value) : String(value)
