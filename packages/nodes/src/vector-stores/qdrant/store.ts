import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { readJsonParam, readText } from '@runnel/node-kit'
import { keyHeader } from '../key-header.ts'
import { pageThrough } from '../page-through.ts'
import { readNumbers, readObjects, readPath } from '../read-answers.ts'
import { asSimilarity } from '../score.ts'
import { COMPARISONS, type Scalar, type StoreCondition } from '../store-conditions.ts'
import {
  type Collection,
  type OutsideStore,
  SOURCE_KEY,
  type StoreSearch,
  type StoreServer,
} from '../store-protocol.ts'
import { makeOnce, readAddress, readFilter, readName } from '../store-server.ts'

const PAGE = 1000

/** Collections of Qdrant with one vector for each point. Text and metadata stand where LangChain puts them. */
export const qdrantStore: OutsideStore = {
  filtersBy: [...COMPARISONS, '$exists'],
  address: (component) => readAddress(component, 'qdrantServerUrl', 'http://localhost:6333'),
  authorise: () => keyHeader('qdrantApiKey', 'api-key'),
  most: { records: 100 },
  name: (values) => `collection "${readText(values, 'qdrantCollection')}"`,
  async open(server) {
    const found = await server.find({ path: pathOf(server) })
    return found === undefined ? undefined : openCollection(server, found)
  },
  async create(server, size) {
    const { values } = server
    const configuration = readJsonParam(server, 'qdrantCollectionConfiguration') ?? {}
    const own = isJsonObject(configuration.vectors) ? configuration.vectors : {}
    const distance = readText(values, 'qdrantSimilarity') || 'Cosine'
    const body = { ...configuration, vectors: { ...own, size, distance } }
    // Servers before 1.8 refuse with 400.
    const before = { refusals: [400, 409], open: qdrantStore.open }
    await makeOnce(server, { path: pathOf(server), method: 'PUT', body }, before)
    await indexSources(server)
    return openCollection(server, await server.ask({ path: pathOf(server) }))
  },
}

const pathOf = (server: StoreServer) =>
  `/collections/${encodeURIComponent(readName(server, 'qdrantCollection', 'a collection'))}`

/** Without an index some servers refuse to filter by it. */
async function indexSources(server: StoreServer): Promise<void> {
  const body = { field_name: SOURCE_KEY, field_schema: 'keyword' }
  await server.ask({ path: `${pathOf(server)}/index?wait=true`, method: 'PUT', body })
}

function openCollection(server: StoreServer, described: JsonValue): Collection {
  const path = pathOf(server)
  const vectors = readPath(described, 'result', 'config', 'params', 'vectors')
  if (!isJsonObject(vectors)) throw server.refuse()
  const { size, distance } = vectors
  if (typeof size !== 'number')
    throw server.refuse(
      'keeps several named vectors in this collection, which is not supported. Name another one',
    )
  const isIndexed = isJsonObject(readPath(described, 'result', 'payload_schema', SOURCE_KEY))
  const keys = {
    content: readText(server.values, 'contentPayloadKey') || 'content',
    metadata: readText(server.values, 'metadataPayloadKey') || 'metadata',
  }
  return {
    dimensions: size,
    async listIds(source) {
      if (!isIndexed) await indexSources(server)
      const filter = { must: [{ key: SOURCE_KEY, match: { value: source } }] }
      return pageThrough<JsonValue>(async (offset) => {
        const body = {
          filter,
          limit: PAGE,
          with_payload: false,
          with_vector: false,
          ...(offset && { offset }),
        }
        const answer = await server.ask({ path: `${path}/points/scroll`, method: 'POST', body })
        const ids = readObjects(readPath(answer, 'result', 'points'), server).map(({ id }) => String(id))
        return { items: ids, next: readPath(answer, 'result', 'next_page_offset') ?? undefined }
      })
    },
    async put(source, records) {
      const points = records.map(({ id, vector, pageContent, metadata }) => ({
        id,
        vector,
        payload: { [keys.content]: pageContent, [keys.metadata]: metadata, [SOURCE_KEY]: source },
      }))
      await server.ask({ path: `${path}/points?wait=true`, method: 'PUT', body: { points } })
    },
    async remove(_source, ids) {
      await server.ask({ path: `${path}/points/delete?wait=true`, method: 'POST', body: { points: ids } })
    },
    async search(search) {
      const filter = makeFilter(server, search, keys.metadata)
      const body = {
        query: search.vector,
        limit: search.limit,
        with_payload: true,
        with_vector: search.withVectors,
        ...(filter && { filter }),
      }
      const answer = await server.ask({ path: `${path}/points/query`, method: 'POST', body })
      return readObjects(readPath(answer, 'result', 'points'), server).map(({ payload, score, vector }) => {
        const held = isJsonObject(payload) ? payload : {}
        const metadata = held[keys.metadata]
        return {
          pageContent: readText(held, keys.content),
          metadata: isJsonObject(metadata) ? metadata : {},
          score: asSimilarity(
            distance === 'Euclid' || distance === 'Manhattan' ? 'distance' : 'similarity',
            score,
          ),
          vector: readNumbers(vector),
        }
      })
    },
  }
}

function makeFilter(
  server: StoreServer,
  { equals, conditions }: StoreSearch,
  metadata: string,
): JsonObject | undefined {
  const own = readFilter(server, 'qdrantFilter')
  const keyOf = (name: string) => `${metadata}.${name}`
  const must = [
    ...equals.map(([name, value]) => matchOne(keyOf(name), value)),
    ...conditions.map((condition) => writeCondition(condition, keyOf)),
  ]
  if (must.length === 0) return own
  return { must: [...(own ? [own] : []), ...must] }
}

/** A number that is not whole cannot be matched, only compared. */
function matchOne(key: string, value: Scalar): JsonObject {
  const isWhole = typeof value !== 'number' || Number.isSafeInteger(value)
  return isWhole ? { key, match: { value } } : { key, range: { gte: value, lte: value } }
}

function writeCondition(condition: StoreCondition, keyOf: (name: string) => string): JsonObject {
  if ('joins' in condition) {
    const parts = condition.parts.map((part) => writeCondition(part, keyOf))
    return condition.joins === 'all' ? { must: parts } : { should: parts }
  }
  const key = keyOf(condition.key)
  const { operator, value } = condition
  if (operator === '$in') return { should: value.map((each) => matchOne(key, each)) }
  if (operator === '$nin') return { must_not: value.map((each) => matchOne(key, each)) }
  if (operator === '$ne') return { must_not: [matchOne(key, value)] }
  if (operator === '$exists') return { [value === true ? 'must_not' : 'must']: [{ is_empty: { key } }] }
  if (operator === '$eq') return matchOne(key, value)
  return { key, range: { [operator.slice(1)]: value } }
}
