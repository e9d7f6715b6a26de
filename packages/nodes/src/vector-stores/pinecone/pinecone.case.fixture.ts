import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import {
  FakeCollection,
  type FakeRoute,
  type FakeStore,
  playRoutes,
  reply,
} from '../fake-collection.fixture.ts'
import { flattenMetadata } from '../flat-metadata.ts'
import { meetsOperators } from '../meets-operators.fixture.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const KEY = 'test-key-of-pinecone'
const HOST = 'green-tea-1a2b3c.svc.aped-4627-b74a.pinecone.io'

/** Pinecone in the tests of the family. */
export const pineconeCase: StoreCase = {
  node: 'pinecone',
  values: { pineconeIndex: 'green-tea', pineconeNamespace: 'leaves' },
  credential: { pineconeApiKey: KEY },
  hosts: ['api.pinecone.io', HOST],
  addressParams: [],
  filter: { param: 'pineconeMetadataFilter', tea: '{"topic":{"$eq":"tea"}}' },
  flattens: (metadata) => flattenMetadata(metadata, { separator: '.', keepsLists: true }),
  isMadeByPeople: true,
  filtersBy: ['$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$or', '$exists'],
  elsewhere: { pineconeIndex: 'nowhere' },
  startFake: startFakePinecone,
}

const refuse = (message: string, status = 400) => reply({ code: 3, message, details: [] }, status)

function startFakePinecone({ dimensions = 0 }): FakeStore {
  const namespaces = new Map<string, FakeCollection>()
  const namespace = (name: JsonValue | undefined) => {
    const known = namespaces.get(String(name ?? '')) ?? new FakeCollection(dimensions)
    namespaces.set(String(name ?? ''), known)
    return known
  }
  const routes: Record<string, FakeRoute> = {
    'GET /indexes/:name': (_asked, _sent, { name }) =>
      name === 'green-tea'
        ? reply({ name, dimension: dimensions, metric: 'cosine', host: HOST, status: { ready: true } })
        : refuse(`Resource ${name} not found`, 404),
    'GET /vectors/list': (_asked, { url: { searchParams } }) => {
      const prefix = searchParams.get('prefix') ?? ''
      const ids = namespace(searchParams.get('namespace'))
        .all.map(({ id }) => id)
        .filter((id) => id.startsWith(prefix))
        .sort()
      const from = Number(searchParams.get('paginationToken') ?? 0)
      const page = ids.slice(from, from + 2).map((id) => ({ id }))
      return reply({
        vectors: page,
        ...(ids.length > from + 2 && { pagination: { next: String(from + 2) } }),
      })
    },
    'POST /vectors/upsert': (asked) => {
      const records = (asked.vectors as JsonObject[]).map(({ id, values, metadata }) => ({
        id: String(id),
        vector: values as number[],
        fields: metadata as JsonObject,
      }))
      const isNested = records.some(({ fields }) => Object.values(fields).some(isJsonObject))
      if (isNested) return refuse('Metadata value must be a string, number, boolean or list of strings')
      if (namespace(asked.namespace).put(records)) return reply({ upsertedCount: records.length })
      return refuse(`Vector dimension does not match the dimension of the index ${dimensions}`)
    },
    'POST /vectors/delete': (asked) => {
      namespace(asked.namespace).remove(asked.ids as string[])
      return reply({})
    },
    'POST /query': (asked) => {
      const vector = asked.vector as number[]
      if (vector.length !== dimensions) return refuse(`Vector dimension does not match ${dimensions}`)
      const passing = (fields: JsonObject) => meetsOperators(asked.filter, fields)
      const matches = namespace(asked.namespace)
        .search(vector, Number(asked.topK), passing)
        .map(({ id, cosine, fields, vector: values }) => ({
          id,
          score: cosine,
          metadata: fields,
          ...(asked.includeValues === true && { values }),
        }))
      return reply({ matches, namespace: 'leaves', usage: { readUnits: 1 } })
    },
  }
  return {
    answer: playRoutes(routes, {
      isKnown: ({ headers }) =>
        headers['api-key'] === KEY && /^\d{4}-\d\d$/.test(headers['x-pinecone-api-version'] ?? ''),
      refuse: (status) => refuse('Not found, or not known', status),
    }),
    records: () => namespaces.get('leaves')?.all ?? [],
    textOf: ({ fields }) => String(fields.text),
  }
}
