import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import { pageThrough } from './page-through.ts'
import { readNumbers, readObjects, readPath } from './read-answers.ts'
import { COMPARISONS, type StoreCondition } from './store-conditions.ts'
import {
  type Collection,
  type FoundRecord,
  type HttpStore,
  type OutsideStore,
  SOURCE_KEY,
  type StoreRequest,
  type StoreSearch,
  type StoreServer,
  type WordSearch,
} from './store-protocol.ts'
import { makeOnce, readName } from './store-server.ts'

const PAGE = 5000
/** The id once more, as a field that can be sorted by. */
const ID_KEY = 'runnel_id'
const KEYWORD = { type: 'keyword' }
/** Where LangChain puts text, metadata and vector. */
const [TEXT, METADATA, VECTOR] = ['text', 'metadata', 'embedding'] as const

/** What tells Elasticsearch from OpenSearch. */
interface SearchDialect extends Pick<HttpStore, 'address' | 'authorise'> {
  /** Settings of a new index, and the mapping of its vectors. */
  settings?: JsonObject
  mapVector(values: JsonObject, dimensions: number): JsonObject
  /** The field of a mapping that holds the number of dimensions. */
  dimensionsKey: string
  /** The query for the nearest vectors, among those that the filter lets pass. */
  query(search: StoreSearch, filter: JsonObject[]): JsonObject
}

/** A store of indexes that speak Elasticsearch's protocol. */
export function searchIndexStore(dialect: SearchDialect): HttpStore {
  const open: OutsideStore['open'] = async (server) => {
    const found = await server.find({ path: pathOf(server) })
    return found === undefined ? undefined : openIndex(server, dialect, readMapping(server, found))
  }
  return {
    address: dialect.address,
    authorise: dialect.authorise,
    most: { records: 100, bytes: 5_000_000 },
    filtersBy: [...COMPARISONS, '$exists'],
    name: (values) => `index "${readText(values, 'indexName')}"`,
    open,
    async create(server, dimensions) {
      const properties = {
        [TEXT]: { type: 'text' },
        [METADATA]: { type: 'object' },
        [VECTOR]: dialect.mapVector(server.values, dimensions),
        [SOURCE_KEY]: KEYWORD,
        [ID_KEY]: KEYWORD,
      }
      // Texts of the metadata are compared whole.
      const whole = { path_match: `${METADATA}.*`, match_mapping_type: 'string', mapping: KEYWORD }
      const mappings = { dynamic_templates: [{ metadata_texts: whole }], properties }
      const { settings } = dialect
      const body = { ...(settings && { settings }), mappings }
      const request: StoreRequest = { path: pathOf(server), method: 'PUT', body }
      const there = await makeOnce(server, request, { refusals: [400], open })
      return there ?? openIndex(server, dialect, properties)
    },
  }
}

const pathOf = (server: StoreServer) =>
  `/${encodeURIComponent(readName(server, 'indexName', 'an index').toLowerCase())}`

/** The mapped fields of the index, whatever it is called behind an alias. */
function readMapping(server: StoreServer, described: JsonValue): JsonObject {
  const [index] = isJsonObject(described) ? Object.values(described) : []
  if (!isJsonObject(index)) throw server.refuse()
  const properties = readPath(index, 'mappings', 'properties')
  return isJsonObject(properties) ? properties : {}
}

function openIndex(server: StoreServer, dialect: SearchDialect, fields: JsonObject): Collection {
  const path = pathOf(server)
  const dimensions = readPath(fields, VECTOR, dialect.dimensionsKey)
  const search = async (body: JsonObject) => {
    const answer = await server.ask({ path: `${path}/_search`, method: 'POST', body })
    return readObjects(readPath(answer, 'hits', 'hits'), server)
  }
  const find = async ({ limit, withVectors }: WordSearch, query: JsonObject) => {
    const excludes = withVectors ? [] : [VECTOR]
    return (await search({ ...query, size: limit, _source: { excludes } })).map(readHit)
  }
  return {
    dimensions: typeof dimensions === 'number' ? dimensions : undefined,
    async listIds(source) {
      if (fields[ID_KEY] === undefined) {
        const properties = { [SOURCE_KEY]: KEYWORD, [ID_KEY]: KEYWORD }
        await server.ask({ path: `${path}/_mapping`, method: 'PUT', body: { properties } })
      }
      const query = { term: { [SOURCE_KEY]: source } }
      return pageThrough<string>(async (last) => {
        const after = last === undefined ? {} : { search_after: [last] }
        const hits = await search({
          query,
          size: PAGE,
          _source: false,
          sort: [{ [ID_KEY]: 'asc' }],
          ...after,
        })
        const ids = hits.map(({ _id: id }) => String(id))
        return { items: ids, next: ids.at(-1) }
      })
    },
    async put(source, records) {
      const lines = records.flatMap(({ id, vector, pageContent, metadata }) => [
        { index: { _id: id } },
        { [TEXT]: pageContent, [METADATA]: metadata, [VECTOR]: vector, [SOURCE_KEY]: source, [ID_KEY]: id },
      ])
      await sendBulk(server, path, lines)
    },
    remove: (_source, ids) =>
      sendBulk(
        server,
        path,
        ids.map((id) => ({ delete: { _id: id } })),
      ),
    search: async (wanted) => find(wanted, dialect.query(wanted, filterOf(wanted))),
    async searchWords(wanted) {
      const must = [{ match: { [TEXT]: wanted.query } }]
      return find(wanted, { query: { bool: { must, filter: filterOf(wanted) } } })
    },
  }
}

const filterOf = ({ equals, conditions }: WordSearch): JsonObject[] => [
  ...equals.map(([key, value]) => ({ term: { [fieldOf(key)]: value } })),
  ...conditions.map(writeCondition),
]

function readHit({ _source: held, _score: score }: JsonObject): FoundRecord {
  const metadata = readPath(held, METADATA)
  return {
    pageContent: String(readPath(held, TEXT) ?? ''),
    metadata: isJsonObject(metadata) ? metadata : {},
    score: Number(score),
    vector: readNumbers(readPath(held, VECTOR)),
  }
}

/** Many changes in one request. One that is refused among them is told: what was taken stays, and is not taken twice. */
async function sendBulk(server: StoreServer, path: string, lines: JsonObject[]): Promise<void> {
  const answer = await server.ask({
    path: `${path}/_bulk?refresh=wait_for`,
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    busyWhen: { key: 'status', isOneOf: ['429'] },
  })
  if (readPath(answer, 'errors') === false) return
  const items = readObjects(readPath(answer, 'items'), server).flatMap((item) => Object.values(item))
  const refused = items.filter((item) => Number(readPath(item, 'status')) >= 400 && readPath(item, 'error'))
  if (refused.length === 0) return
  const reason = String(readPath(refused[0], 'error', 'reason') ?? '').slice(0, 300)
  throw server.refuse(`refused ${refused.length} of ${items.length} pieces: ${reason}`)
}

const fieldOf = (key: string): string => `${METADATA}.${key}`

function writeCondition(condition: StoreCondition): JsonObject {
  if ('joins' in condition) {
    const parts = condition.parts.map(writeCondition)
    return {
      bool: condition.joins === 'all' ? { filter: parts } : { should: parts, minimum_should_match: 1 },
    }
  }
  const { operator, value } = condition
  const field = fieldOf(condition.key)
  const not = (query: JsonObject) => ({ bool: { must_not: [query] } })
  if (operator === '$in') return { terms: { [field]: value } }
  if (operator === '$nin') return not({ terms: { [field]: value } })
  if (operator === '$ne') return not({ term: { [field]: value } })
  if (operator === '$exists') return value === true ? { exists: { field } } : not({ exists: { field } })
  if (operator === '$eq') return { term: { [field]: value } }
  return { range: { [field]: { [operator.slice(1)]: value } } }
}
