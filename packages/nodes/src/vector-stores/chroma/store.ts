import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { type Component, readText } from '@runnel/node-kit'
import { flattenMetadata, without } from '../flat-metadata.ts'
import { keyHeader } from '../key-header.ts'
import { pageThrough } from '../page-through.ts'
import { readNumbers, readPath } from '../read-answers.ts'
import { asSimilarity } from '../score.ts'
import { asOperators, COMPARISONS } from '../store-conditions.ts'
import {
  type Collection,
  type OutsideStore,
  SOURCE_KEY,
  type StoreSearch,
  type StoreServer,
} from '../store-protocol.ts'
import { readAddress, readFilter, readName } from '../store-server.ts'

const CLOUD = 'https://api.trychroma.com'
const PAGE = 300

/** Collections of Chroma, by version 2 of its protocol. Tenant and database stand in the credential, so that it makes the address. */
export const chromaStore: OutsideStore = {
  filtersBy: COMPARISONS,
  address: () => '',
  authorise: (component) => {
    const server = addressOf(component)
    const token = keyHeader('chromaApiKey', 'x-chroma-token')
    return async (fields, request) => {
      const tenant = fields.chromaTenant?.trim() || 'default_tenant'
      const database = fields.chromaDatabase?.trim() || 'default_database'
      if ([tenant, database].some((name) => /^\.+$/.test(name)))
        throw new RunnelError('missing_credential', 'The credential names no tenant or database of Chroma.')
      const place = `tenants/${encodeURIComponent(tenant)}/databases/${encodeURIComponent(database)}`
      return { ...(await token(fields, request)), base: `${server}/api/v2/${place}` }
    }
  },
  most: { records: 100, deletes: 300 },
  name: (values) => `collection "${readText(values, 'collectionName')}"`,
  async open(server) {
    const found = await server.find({ path: `/collections/${encodeURIComponent(nameOf(server))}` })
    return found === undefined ? undefined : openCollection(server, found)
  },
  async create(server) {
    // The space stands in both places, for servers before and since 1.0.
    const metadata = { 'hnsw:space': 'cosine' }
    const body = { name: nameOf(server), get_or_create: true, metadata }
    return openCollection(server, await server.ask({ path: '/collections', method: 'POST', body }))
  },
}

function addressOf(component: Component): string {
  return readText(component.values, 'chromaURL').trim() === ''
    ? CLOUD
    : readAddress(component, 'chromaURL', 'http://localhost:8000')
}

const nameOf = (server: StoreServer) => readName(server, 'collectionName', 'a collection')

function openCollection(server: StoreServer, described: JsonValue): Collection {
  const id = readPath(described, 'id')
  if (typeof id !== 'string') throw server.refuse()
  const dimension = readPath(described, 'dimension')
  const space =
    readPath(described, 'configuration_json', 'hnsw', 'space') ??
    readPath(described, 'configuration_json', 'spann', 'space') ??
    readPath(described, 'metadata', 'hnsw:space')
  const ask = (verb: string, body: JsonObject) =>
    server.ask({ path: `/collections/${encodeURIComponent(id)}/${verb}`, method: 'POST', body })
  return {
    dimensions: typeof dimension === 'number' ? dimension : undefined,
    listIds: (source) =>
      pageThrough<number>(async (offset = 0) => {
        const body = { where: { [SOURCE_KEY]: source }, include: [], limit: PAGE, offset }
        const ids = readList(server, await ask('get', body), 'ids').map(String)
        return { items: ids, next: ids.length === 0 ? undefined : offset + ids.length }
      }),
    async put(source, records) {
      await ask('upsert', {
        ids: records.map((record) => record.id),
        embeddings: records.map(({ vector }) => vector),
        documents: records.map(({ pageContent }) => pageContent),
        metadatas: records.map(({ metadata }) => ({
          ...flattenMetadata(metadata, { separator: '.', keepsLists: false }),
          [SOURCE_KEY]: source,
        })),
      })
    },
    async remove(_source, ids) {
      await ask('delete', { ids })
    },
    async search(search) {
      const where = makeFilter(server, search)
      const include = ['documents', 'metadatas', 'distances', ...(search.withVectors ? ['embeddings'] : [])]
      const query = { query_embeddings: [search.vector], n_results: search.limit, include }
      const answer = await ask('query', { ...query, ...(where && { where }) })
      const ids = readList(server, readPath(answer, 'ids'), 0)
      return ids.map((_id, at) => {
        const held = readPath(answer, 'metadatas', 0, at)
        const kind = space === 'cosine' || space === 'ip' ? 'cosineDistance' : 'distance'
        return {
          pageContent: String(readPath(answer, 'documents', 0, at) ?? ''),
          metadata: without((held ?? {}) as JsonObject, SOURCE_KEY),
          score: asSimilarity(kind, readPath(answer, 'distances', 0, at)),
          vector: readNumbers(readPath(answer, 'embeddings', 0, at)),
        }
      })
    },
  }
}

function readList(server: StoreServer, answer: JsonValue | undefined, key: string | number): JsonValue[] {
  const list = readPath(answer, key)
  if (!Array.isArray(list)) throw server.refuse()
  return list
}

function makeFilter(server: StoreServer, { equals, conditions }: StoreSearch): JsonObject | undefined {
  const own = readFilter(server, 'chromaMetadataFilter')
  const all = [
    ...(own ? [own] : []),
    ...equals.map(([key, value]) => ({ [key]: value })),
    ...conditions.map(asOperators),
  ]
  // One condition must stand alone, several must stand in a list.
  return all.length > 1 ? { $and: all } : all[0]
}
