import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { addQuery, readText } from '@runnel/node-kit'
import { flattenMetadata, without } from '../flat-metadata.ts'
import { keyHeader } from '../key-header.ts'
import { pageThrough } from '../page-through.ts'
import { readNumbers, readObjects, readPath } from '../read-answers.ts'
import { asSimilarity } from '../score.ts'
import { asOperators, COMPARISONS } from '../store-conditions.ts'
import {
  type Collection,
  type OutsideStore,
  SOURCE_KEY,
  type StoreSearch,
  type StoreServer,
} from '../store-protocol.ts'
import { readFilter, readName } from '../store-server.ts'

const API = 'https://api.pinecone.io'
const HEADERS = { 'x-pinecone-api-version': '2025-04' }
/** Hosts that Pinecone may name for an index: the key goes nowhere else. */
const HOST = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.pinecone\.io$/

/** Indexes of Pinecone. The id of a record begins with its source, by which records are listed. */
export const pineconeStore: OutsideStore = {
  filtersBy: [...COMPARISONS, '$exists'],
  address: () => API,
  authorise: () => keyHeader('pineconeApiKey', 'api-key'),
  most: { records: 100, bytes: 1_900_000, deletes: 1000 },
  name: (values) => `index "${readText(values, 'pineconeIndex')}"`,
  async open(server) {
    const path = `/indexes/${encodeURIComponent(readName(server, 'pineconeIndex', 'an index'))}`
    const found = await server.find({ path, headers: HEADERS })
    return found === undefined ? undefined : openIndex(server, found)
  },
}

function openIndex(server: StoreServer, described: JsonValue): Collection {
  const host = readPath(described, 'host')
  const dimension = readPath(described, 'dimension')
  if (typeof host !== 'string' || !HOST.test(host)) throw server.refuse()
  const isDistance = readPath(described, 'metric') === 'euclidean'
  const namespace = readText(server.values, 'pineconeNamespace').trim()
  const textKey = readText(server.values, 'pineconeTextKey').trim() || 'text'
  const ask = (verb: string, body: JsonObject) =>
    server.ask({
      path: `https://${host}/${verb}`,
      method: 'POST',
      headers: HEADERS,
      body: { ...body, ...(namespace !== '' && { namespace }) },
    })
  return {
    dimensions: typeof dimension === 'number' ? dimension : undefined,
    listIds: (source) =>
      pageThrough<string>(async (paginationToken) => {
        const prefix = `${source}#`
        const params = { prefix, namespace, limit: 100, paginationToken: paginationToken ?? '' }
        const path = addQuery(`https://${host}/vectors/list`, params)
        const answer = await server.ask({ path, headers: HEADERS })
        const vectors = readObjects(readPath(answer, 'vectors') ?? (isJsonObject(answer) ? [] : null), server)
        const next = readPath(answer, 'pagination', 'next')
        return {
          items: vectors.map(({ id }) => String(id).slice(prefix.length)),
          next: typeof next === 'string' && next !== '' ? next : undefined,
        }
      }),
    async put(source, records) {
      const vectors = records.map(({ id, vector, pageContent, metadata }) => ({
        id: `${source}#${id}`,
        values: vector,
        metadata: {
          ...flattenMetadata(metadata, { separator: '.', keepsLists: true }),
          [textKey]: pageContent,
          [SOURCE_KEY]: source,
        },
      }))
      await ask('vectors/upsert', { vectors })
    },
    async remove(source, ids) {
      await ask('vectors/delete', { ids: ids.map((id) => `${source}#${id}`) })
    },
    async search(search) {
      const filter = makeFilter(server, search)
      const answer = await ask('query', {
        vector: search.vector,
        topK: search.limit,
        includeMetadata: true,
        includeValues: search.withVectors,
        ...(filter && { filter }),
      })
      return readObjects(readPath(answer, 'matches'), server).map(({ metadata, score, values }) => {
        const held = isJsonObject(metadata) ? metadata : {}
        return {
          pageContent: readText(held, textKey),
          metadata: without(held, textKey, SOURCE_KEY),
          score: asSimilarity(isDistance ? 'distance' : 'similarity', score),
          vector: readNumbers(values),
        }
      })
    },
  }
}

function makeFilter(server: StoreServer, { equals, conditions }: StoreSearch): JsonObject | undefined {
  const own = readFilter(server, 'pineconeMetadataFilter')
  const all = [
    ...(own ? [own] : []),
    ...equals.map(([key, value]) => ({ [key]: { $eq: value } })),
    ...conditions.map(asOperators),
  ]
  return all.length > 1 ? { $and: all } : all[0]
}
