import type { JsonObject, JsonValue } from '@runnel/contract'
import {
  FakeCollection,
  type FakeRoute,
  type FakeStore,
  playRoutes,
  reply,
} from '../fake-collection.fixture.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const TOKEN = 'test-token-of-upstash-vector'

/** Upstash Vector in the tests of the family. */
export const upstashCase: StoreCase = {
  node: 'upstash',
  values: {},
  credential: {
    UPSTASH_VECTOR_REST_URL: 'https://tea-eu1-vector.upstash.io',
    UPSTASH_VECTOR_REST_TOKEN: TOKEN,
  },
  places: ['UPSTASH_VECTOR_REST_URL'],
  hosts: ['tea-eu1-vector.upstash.io'],
  addressParams: [],
  filter: { param: 'upstashMetadataFilter', tea: "topic = 'tea'" },
  isMadeByPeople: true,
  startFake: startFakeUpstash,
}

const refuse = (error: string, status = 422) => reply({ error, status }, status)
const give = (result: JsonValue) => reply({ result })

function startFakeUpstash({ dimensions = 0 }): FakeStore {
  const index = new FakeCollection(dimensions)
  const routes: Record<string, FakeRoute> = {
    'GET /info': () =>
      give({
        vectorCount: index.all.length,
        dimension: dimensions,
        similarityFunction: 'COSINE',
        namespaces: {},
      }),
    'POST /upsert': (_asked, { body }) => {
      const records = (body as JsonObject[]).map(({ id, vector, metadata }) => ({
        id: String(id),
        vector: vector as number[],
        fields: metadata as JsonObject,
      }))
      return index.put(records) ? give('Success') : refuse(`Invalid vector dimension, expected ${dimensions}`)
    },
    'POST /range': ({ cursor, prefix }) => {
      const ids = index.all
        .map(({ id }) => id)
        .filter((id) => id.startsWith(String(prefix)))
        .sort()
      const from = Number(cursor)
      const next = from + 2 < ids.length ? String(from + 2) : ''
      return give({ nextCursor: next, vectors: ids.slice(from, from + 2).map((id) => ({ id })) })
    },
    'DELETE /delete': ({ ids }) => {
      index.remove(ids as string[])
      return give({ deleted: (ids as string[]).length })
    },
    'POST /query': ({ vector, topK, filter = '', includeVectors }) => {
      if ((vector as number[]).length !== dimensions) return refuse('Invalid vector dimension')
      const conditions = readConditions(String(filter))
      if (!conditions) return refuse('Failed to parse the metadata filter')
      const passes = (fields: JsonObject) => conditions.every(([key, value]) => fields[key] === value)
      const found = index.search(vector as number[], Number(topK), passes)
      return give(
        found.map(({ id, cosine, fields, vector: own }) => ({
          id,
          score: (1 + cosine) / 2,
          metadata: fields,
          ...(includeVectors === true && { vector: own }),
        })),
      )
    },
  }
  return {
    answer: playRoutes(routes, {
      isKnown: ({ headers }) => headers.authorization === `Bearer ${TOKEN}`,
      refuse: (status) => refuse('Unauthorized: Invalid auth token', status),
    }),
    records: () => index.all,
    textOf: ({ fields }) => String(fields._pageContentLC),
  }
}

/** Equalities between keys and literals, joined by AND; undefined for what is none. */
function readConditions(filter: string): [key: string, value: JsonValue][] | undefined {
  if (filter === '') return []
  const texts: string[] = []
  const bare = filter.replace(/'[^']*'|"[^"]*"/g, (text) => `#${texts.push(text.slice(1, -1)) - 1}`)
  const conditions = bare.split(' AND ').map((each) => /^\(?([\w.]+) = (#?[\w.]+)\)?$/.exec(each))
  if (!conditions.every((condition) => condition !== null)) return undefined
  return conditions.map(([, key = '', literal = '']) => {
    if (literal.startsWith('#')) return [key, texts[Number(literal.slice(1))] ?? '']
    return [key, JSON.parse(literal) as JsonValue]
  })
}
