import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import {
  FakeCollection,
  type FakeRoute,
  type FakeStore,
  playRoutes,
  reply,
} from '../fake-collection.fixture.ts'
import { readPath } from '../read-answers.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const KEY = 'test-key-of-qdrant'
const NAME = 'green tea/1'

/** Qdrant in the tests of the family. */
export const qdrantCase: StoreCase = {
  node: 'qdrant',
  values: { qdrantServerUrl: 'https://tea.qdrant.example:6333/', qdrantCollection: NAME },
  credential: { qdrantApiKey: KEY },
  hosts: ['tea.qdrant.example:6333'],
  addressParams: ['qdrantServerUrl'],
  filter: {
    param: 'qdrantFilter',
    tea: '{"should":[{"key":"metadata.topic","match":{"value":"tea"}}]}',
  },
  filtersBy: ['$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$or', '$exists'],
  elsewhere: { qdrantCollection: 'nowhere' },
  startFake: startFakeQdrant,
}

const refuse = (error: string, status = 400) => reply({ status: { error }, time: 0 }, status)
const give = (result: JsonValue) => reply({ result, status: 'ok', time: 0 })

/** A Qdrant of one collection that refuses to filter by what it has no index of, as its cloud does. */
function startFakeQdrant(): FakeStore {
  const indexed = new Set(['metadata.topic', 'metadata.page', 'metadata.score', 'metadata.isHot'])
  let collection: FakeCollection | undefined
  /** What is done with the collection, where it is there and what is asked of it may be filtered. */
  const about =
    (play: (there: FakeCollection, asked: JsonObject) => JsonValue | undefined): FakeRoute =>
    (asked, _sent, { name }) => {
      if (!collection || name !== NAME) return refuse(`Not found: Collection \`${name}\` doesn't exist!`, 404)
      const unindexed = listKeys(asked.filter ?? null).find((key) => !indexed.has(key))
      if (unindexed !== undefined)
        return refuse(`Bad request: Index required but not found for "${unindexed}"`)
      const result = play(collection, asked)
      return result === undefined ? refuse('Wrong input: Vector dimension error') : give(result)
    }
  const done = { operation_id: 1, status: 'completed' }
  const routes: Record<string, FakeRoute> = {
    'PUT /collections/:name': (asked) => {
      if (collection) return refuse('Wrong input: Collection `tea` already exists!', 409)
      collection = new FakeCollection(Number(readPath(asked, 'vectors', 'size')))
      return give(true)
    },
    'GET /collections/:name': about(({ dimensions = 0 }) => ({
      status: 'green',
      config: { params: { vectors: { size: dimensions, distance: 'Cosine' } } },
      payload_schema: Object.fromEntries([...indexed].map((key) => [key, { data_type: 'keyword' }])),
    })),
    'PUT /collections/:name/index': about((_there, { field_name: name }) => {
      indexed.add(String(name))
      return done
    }),
    'PUT /collections/:name/points': about((there, asked) => (putPoints(there, asked) ? done : undefined)),
    'POST /collections/:name/points/delete': about((there, { points }) => {
      there.remove(points as string[])
      return done
    }),
    'POST /collections/:name/points/scroll': about(scroll),
    'POST /collections/:name/points/query': about(query),
  }
  return {
    answer: playRoutes(routes, {
      isKnown: ({ headers }) => headers['api-key'] === KEY,
      refuse: (status) => refuse('Not found, or not known', status),
    }),
    records: () => collection?.all ?? [],
    textOf: ({ fields }) => String(fields.content),
  }
}

function putPoints(there: FakeCollection, { points }: JsonObject): boolean {
  const records = (points as JsonObject[]).map(({ id, vector, payload }) => ({
    id: String(id),
    vector: vector as number[],
    fields: payload as JsonObject,
  }))
  const isUuid = ({ id }: { id: string }) =>
    /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/.test(id)
  return records.every(isUuid) && there.put(records)
}

/** Two to a page, so that pages follow each other in the tests. */
function scroll(there: FakeCollection, { filter, offset }: JsonObject): JsonValue {
  const ids = there.all
    .filter(({ fields }) => passes(filter, fields))
    .map(({ id }) => id)
    .sort()
  const from = offset === undefined ? 0 : ids.indexOf(String(offset))
  return { points: ids.slice(from, from + 2).map((id) => ({ id })), next_page_offset: ids[from + 2] ?? null }
}

function query(there: FakeCollection, asked: JsonObject): JsonValue | undefined {
  const { query: vector, limit, filter, with_vector: withVector } = asked
  if (!Array.isArray(vector) || vector.length !== there.dimensions) return undefined
  const found = there.search(vector as number[], Number(limit), (fields) => passes(filter, fields))
  return {
    points: found.map(({ id, fields, cosine, vector: own }) => ({
      id,
      version: 1,
      score: cosine,
      payload: fields,
      ...(withVector === true && { vector: own }),
    })),
  }
}

function passes(filter: JsonValue | undefined, fields: JsonObject): boolean {
  if (!isJsonObject(filter)) return true
  const { must = [], should = [], must_not: mustNot = [] } = filter
  const holds = (condition: JsonValue) => meets(condition, fields)
  const some = should as JsonValue[]
  const isBarred = (mustNot as JsonValue[]).some(holds)
  return !isBarred && (must as JsonValue[]).every(holds) && (some.length === 0 || some.some(holds))
}

function meets(condition: JsonValue, fields: JsonObject): boolean {
  if (!isJsonObject(condition)) return false
  const at = (key: JsonValue | undefined) => readPath(fields, ...String(key).split('.'))
  if (isJsonObject(condition.is_empty)) return at(condition.is_empty.key) === undefined
  if (typeof condition.key !== 'string') return passes(condition, fields)
  const value = at(condition.key)
  if (isJsonObject(condition.range)) {
    const {
      gt = Number.NEGATIVE_INFINITY,
      gte = gt,
      lt = Number.POSITIVE_INFINITY,
      lte = lt,
    } = condition.range
    const isWithin = Number(value) >= Number(gte) && Number(value) <= Number(lte)
    return (
      typeof value === 'number' && isWithin && value !== condition.range.gt && value !== condition.range.lt
    )
  }
  return value === readPath(condition, 'match', 'value')
}

function listKeys(filter: JsonValue): string[] {
  if (Array.isArray(filter)) return filter.flatMap(listKeys)
  if (!isJsonObject(filter)) return []
  return [...(typeof filter.key === 'string' ? [filter.key] : []), ...Object.values(filter).flatMap(listKeys)]
}
