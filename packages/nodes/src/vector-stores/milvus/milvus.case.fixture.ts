import type { JsonObject, JsonValue } from '@runnel/contract'
import {
  FakeCollection,
  type FakeRoute,
  type FakeStore,
  playRoutes,
  reply,
} from '../fake-collection.fixture.ts'
import { without } from '../flat-metadata.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const NAME = 'green_tea'
const ID = 'langchain_primaryid'
const VECTOR = 'langchain_vector'

/** Milvus in the tests of the family. */
export const milvusCase: StoreCase = {
  node: 'milvus',
  values: {
    milvusServerUrl: 'https://tea.milvus.example:19530',
    milvusCollection: NAME,
    milvusPartition: 'leaves',
  },
  credential: { milvusUser: 'ada', milvusPassword: 'test-password-of-milvus' },
  places: ['milvusUser'],
  hosts: ['tea.milvus.example:19530'],
  addressParams: ['milvusServerUrl'],
  filter: { param: 'milvusFilter', tea: 'topic == "tea"' },
  elsewhere: { milvusCollection: 'nowhere' },
  startFake: startFakeMilvus,
}

const refuse = (code: number, message: string, status = 200) => reply({ code, message }, status)
const give = (data: JsonValue) => reply({ code: 0, data })

function startFakeMilvus(): FakeStore {
  let collection: FakeCollection | undefined
  const partitions = new Set(['_default'])
  const about =
    (play: (there: FakeCollection, asked: JsonObject) => JsonValue | undefined): FakeRoute =>
    (asked) => {
      if (!collection || asked.collectionName !== NAME)
        return refuse(100, `can't find collection[database=default][collection=${asked.collectionName}]`)
      const named = [asked.partitionName, ...((asked.partitionNames ?? []) as JsonValue[])]
      const strange = named.find((name) => name !== undefined && !partitions.has(String(name)))
      if (strange !== undefined) return refuse(200, `partition not found[partition=${strange}]`)
      const data = play(collection, asked)
      return data === undefined ? refuse(65535, 'invalid request: dimension or expression') : give(data)
    }
  const verbs: Record<string, FakeRoute> = {
    'collections/create': (asked) => {
      const isFit =
        asked.idType === 'VarChar' && asked.primaryFieldName === ID && asked.vectorFieldName === VECTOR
      if (!isFit) return refuse(1801, 'unexpected form of a collection')
      collection ??= new FakeCollection(Number(asked.dimension))
      return give({})
    },
    'collections/describe': about(({ dimensions = 0 }) => ({
      collectionName: NAME,
      fields: [
        { name: ID, type: 'VarChar', primaryKey: true, autoId: false },
        {
          name: VECTOR,
          type: 'FloatVector',
          primaryKey: false,
          params: [{ key: 'dim', value: String(dimensions) }],
        },
      ],
      indexes: [{ fieldName: VECTOR, metricType: 'COSINE' }],
    })),
    'partitions/create': ({ partitionName }) => {
      partitions.add(String(partitionName))
      return give({})
    },
    'entities/query': about((there, { filter, offset, limit }) => {
      const passes = readFilter(filter)
      const all = passes && there.all.filter(({ fields }) => passes(fields))
      const page = all?.slice(Number(offset), Number(offset) + Math.min(2, Number(limit)))
      return page?.map(({ id }) => ({ [ID]: id }))
    }),
    'entities/upsert': about((there, { data }) => {
      const records = (data as JsonObject[]).map((entity) => ({
        id: String(entity[ID]),
        vector: entity[VECTOR] as number[],
        fields: without(entity, VECTOR),
      }))
      return there.put(records) ? { upsertCount: records.length } : undefined
    }),
    'entities/delete': about((there, { filter }) => {
      there.remove(JSON.parse(String(filter).slice(`${ID} in `.length)))
      return {}
    }),
    'entities/search': about(search),
  }
  const routes = Object.entries(verbs).map(([verb, play]) => [`POST /v2/vectordb/${verb}`, play] as const)
  return {
    answer: playRoutes(Object.fromEntries(routes), {
      isKnown: ({ headers }) => headers.authorization === 'Bearer ada:test-password-of-milvus',
      refuse: (status) => refuse(1800, 'user has not been authenticated', status),
    }),
    records: () => collection?.all ?? [],
    textOf: ({ fields }) => String(fields.langchain_text),
  }
}

function search(there: FakeCollection, { data, limit, filter = '' }: JsonObject): JsonValue | undefined {
  const [vector = []] = data as number[][]
  const passes = readFilter(filter)
  if (!passes || vector.length !== there.dimensions) return undefined
  return there.search(vector, Number(limit), passes).map(({ cosine, fields, id, vector: own }) => ({
    ...fields,
    [VECTOR]: own,
    id,
    distance: cosine,
  }))
}

/** Equalities joined by `and`; undefined for what is none. */
function readFilter(filter: JsonValue | undefined): ((fields: JsonObject) => boolean) | undefined {
  const text = String(filter)
  if (text === '') return () => true
  const conditions: [string, JsonValue][] = []
  for (const each of text.split(' and ')) {
    const [, key, literal] = /^\(?(\w+) == ("(?:[^"\\]|\\.)*"|[\w.]+)\)?$/.exec(each) ?? []
    if (key === undefined || literal === undefined) return undefined
    conditions.push([key, JSON.parse(literal) as JsonValue])
  }
  return (fields) => conditions.every(([key, value]) => fields[key] === value)
}
