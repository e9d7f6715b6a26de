import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MetadataCondition,
  RunnelError,
  type VectorDistance,
  type VectorTable,
  type VectorTableQuestion,
} from '@runnel/contract'
import { reachSqlPlace, readJsonParam, readNumber, readText } from '@runnel/node-kit'
import { without } from '../flat-metadata.ts'
import { pageThrough } from '../page-through.ts'
import { readNumbers } from '../read-answers.ts'
import { COMPARISONS, type StoreCondition } from '../store-conditions.ts'
import {
  type Collection,
  type OutsideStore,
  SOURCE_KEY,
  type StoreServer,
  type WordSearch,
} from '../store-protocol.ts'
import { readFilter } from '../store-server.ts'

const PAGE = 1000
/** As pgvector has it where nobody says more. */
const EF_SEARCH = 40
const DISTANCES: VectorDistance[] = ['cosine', 'euclidean', 'innerProduct']

/** Tables of a PostgreSQL with pgvector. Text, metadata and vector stand in the columns where Flowise puts them. */
export const postgresStore: OutsideStore = {
  filtersBy: [...COMPARISONS, '$exists', '$contains'],
  most: { records: 100, bytes: 5_000_000 },
  name: (values) => `table "${tableOf(values).name}"`,
  async open(server) {
    const [table] = await ask(server, { type: 'describe' })
    return table && openTable(server, table.dimensions)
  },
  async create(server, dimensions) {
    await ask(server, { type: 'make', dimensions, listedBy: SOURCE_KEY })
    await makeIndexes(server)
    const [table] = await ask(server, { type: 'describe' })
    return openTable(server, table?.dimensions)
  },
}

function ask(server: StoreServer, operation: VectorTableQuestion['operation']) {
  const { values, label } = server
  const reach = (fields: Record<string, string>) => reachSqlPlace('postgres', { values, label }, fields)
  return server.askData('vectorTable', reach, { table: tableOf(values), operation })
}

const distanceOf = ({ values }: StoreServer) =>
  DISTANCES.find((one) => one === values.distanceStrategy) ?? 'cosine'

const isIndexed = ({ values }: StoreServer) => values.indexType === 'hnsw'

const findsWords = ({ values }: StoreServer) => ['hybrid', 'words'].includes(readText(values, 'searchType'))

/** Where the node wants them. */
async function makeIndexes(server: StoreServer): Promise<void> {
  if (findsWords(server)) await ask(server, { type: 'indexWords' })
  if (!isIndexed(server)) return
  const neighbours = readNumber(server.values, 'hnswM')
  const candidates = readNumber(server.values, 'hnswEfConstruction')
  await ask(server, {
    type: 'index',
    distance: distanceOf(server),
    ...(neighbours !== undefined && { neighbours }),
    ...(candidates !== undefined && { candidates }),
  })
}

function tableOf(values: JsonObject): VectorTable {
  const schema = readJsonParam({ values, label: 'Postgres' }, 'additionalConfig')?.schema
  return {
    ...(typeof schema === 'string' && schema.trim() !== '' && { schema: schema.trim() }),
    name: readText(values, 'tableName').trim() || 'documents',
    content: readText(values, 'contentColumnName').trim() || 'pageContent',
    metadata: 'metadata',
    vector: 'embedding',
  }
}

function openTable(server: StoreServer, dimensions: JsonValue | undefined): Collection {
  return {
    dimensions: typeof dimensions === 'number' ? dimensions : undefined,
    listIds: (source) =>
      pageThrough<string>(async (after) => {
        const behind = after === undefined ? {} : { after }
        const list = { type: 'listIds', key: SOURCE_KEY, value: source, limit: PAGE, ...behind } as const
        const items = (await ask(server, list)).map(({ id }) => String(id))
        return { items, next: items.length < PAGE ? undefined : items.at(-1) }
      }),
    async put(source, records) {
      const rows = records.map(({ id, pageContent, metadata, vector }) => ({
        id,
        content: pageContent,
        metadata: { ...metadata, [SOURCE_KEY]: source },
        vector,
      }))
      await ask(server, { type: 'put', rows })
    },
    async remove(_source, ids) {
      await ask(server, { type: 'remove', ids })
    },
    settle: () => makeIndexes(server),
    async search(search) {
      const distance = distanceOf(server)
      const { vector, limit, withVectors } = search
      const found = await ask(server, {
        type: 'nearest',
        vector,
        distance,
        limit,
        withVectors,
        conditions: readConditions(server, search),
        ...(isIndexed(server) && { candidates: readNumber(server.values, 'hnswEfSearch') ?? EF_SEARCH }),
      })
      return found.map((row) => ({
        ...readRow(row),
        score: scoreOf(distance, Number(row.distance)),
        ...(withVectors && { vector: readNumbers(row.vector) }),
      }))
    },
    async searchWords(search) {
      const conditions = readConditions(server, search)
      const { query: words, limit } = search
      const found = await ask(server, { type: 'words', words, limit, conditions })
      return found.map((row) => ({ ...readRow(row), score: Number(row.score) }))
    },
  }
}

function readRow({ content, metadata }: JsonObject) {
  return {
    pageContent: String(content ?? ''),
    metadata: isJsonObject(metadata) ? without(metadata, SOURCE_KEY) : {},
  }
}

/** pgvector tells inner products with the other sign, so that less is nearer. */
function scoreOf(distance: VectorDistance, far: number): number {
  if (distance === 'innerProduct') return -far
  return distance === 'cosine' ? 1 - far : 1 / (1 + far)
}

/** The words of LangChain for lists, and what they mean. */
const LISTS: Record<string, (key: string, list: string[]) => MetadataCondition> = {
  in: (key, list) => ({ key, in: list }),
  notIn: (key, list) => ({ key, notIn: list }),
  arrayContains: (key, list) => ({ key, holdsOneOf: list }),
}

function readConditions(server: StoreServer, { equals, conditions }: WordSearch): MetadataCondition[] {
  const own = Object.entries(readFilter(server, 'pgMetadataFilter') ?? {})
  return [
    ...own.flatMap(([key, value]) => readCondition(server, key, value)),
    ...equals.map(([key, value]) => ({ key, is: value })),
    ...conditions.map(asCondition),
  ]
}

function asCondition(condition: StoreCondition): MetadataCondition {
  if ('joins' in condition) return { joins: condition.joins, conditions: condition.parts.map(asCondition) }
  const { key, operator } = condition
  if (operator === '$in' || operator === '$nin') {
    const any: MetadataCondition = {
      joins: 'any',
      conditions: condition.value.map((value) => ({ key, is: value })),
    }
    return operator === '$in' ? any : { not: any }
  }
  const { value } = condition
  if (operator === '$eq') return { key, is: value }
  if (operator === '$ne') return { not: { key, is: value } }
  if (operator === '$exists') return value === true ? { key, isThere: true } : { not: { key, isThere: true } }
  if (operator === '$contains') return { key, contains: String(value) }
  return { key, compares: COMPARED[operator], number: Number(value) }
}

const COMPARED = { $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' } as const

function readCondition({ label }: StoreServer, key: string, value: JsonValue): MetadataCondition[] {
  if (!isJsonObject(value)) return [{ key, is: value }]
  const lists = Object.entries(value).filter(([word]) => Object.hasOwn(LISTS, word))
  if (lists.length === 0) return [{ key, is: value }]
  return lists.flatMap(([word, list]) => {
    if (Array.isArray(list)) return LISTS[word]?.(key, list.map(String)) ?? []
    throw new RunnelError(
      'invalid_input',
      `The filter of ${label} has no list behind ${key}.${word}. Write one.`,
    )
  })
}
