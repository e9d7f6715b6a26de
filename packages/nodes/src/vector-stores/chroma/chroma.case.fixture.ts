import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import {
  FakeCollection,
  type FakeRoute,
  type FakeStore,
  playRoutes,
  reply,
} from '../fake-collection.fixture.ts'
import { flattenMetadata, without } from '../flat-metadata.ts'
import { meetsOperators } from '../meets-operators.fixture.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const KEY = 'test-key-of-chroma'
const ID = '2f0c7b7e-1f8a-4d10-9a61-9f7a1c2b3d4e'
const DATABASE = '/api/v2/tenants/ada/databases/tea%20house'

/** Chroma in the tests of the family. */
export const chromaCase: StoreCase = {
  node: 'chroma',
  values: { chromaURL: 'https://tea.chroma.example/', collectionName: 'green-tea' },
  credential: { chromaApiKey: KEY, chromaTenant: 'ada', chromaDatabase: 'tea house' },
  places: ['chromaTenant', 'chromaDatabase'],
  hosts: ['tea.chroma.example'],
  addressParams: ['chromaURL'],
  filter: { param: 'chromaMetadataFilter', tea: '{"topic":{"$eq":"tea"}}' },
  flattens: (metadata) => flattenMetadata(metadata, { separator: '.', keepsLists: false }),
  filtersBy: ['$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$or'],
  elsewhere: { collectionName: 'nowhere' },
  startFake: startFakeChroma,
}

const refuse = (message: string, status = 400) => reply({ error: 'InvalidArgumentError', message }, status)

function startFakeChroma(): FakeStore {
  let collection: FakeCollection | undefined
  const about =
    (play: (there: FakeCollection, asked: JsonObject) => JsonValue | undefined): FakeRoute =>
    (asked, _sent, { id }) => {
      if (!collection || id !== ID) return refuse('Collection does not exist', 404)
      const result = play(collection, asked)
      return result === undefined
        ? refuse('Collection expecting embedding with another dimension')
        : reply(result)
    }
  const describe = () =>
    reply({
      id: ID,
      name: 'green-tea',
      dimension: collection?.dimensions ?? null,
      configuration_json: { hnsw: { space: 'cosine' } },
    })
  const routes: Record<string, FakeRoute> = {
    [`GET ${DATABASE}/collections/:name`]: (_asked, _sent, { name }) =>
      collection && name === 'green-tea' ? describe() : refuse(`Collection [${name}] does not exist`, 404),
    [`POST ${DATABASE}/collections`]: () => {
      collection ??= new FakeCollection()
      return describe()
    },
    [`POST ${DATABASE}/collections/:id/get`]: about((there, { where, limit, offset }) => {
      const all = there.all.filter(({ fields }) => passes(where, fields))
      const page = all.slice(Number(offset), Number(offset) + Math.min(2, Number(limit)))
      return { ids: page.map(({ id }) => id), documents: null, metadatas: null, include: [] }
    }),
    [`POST ${DATABASE}/collections/:id/upsert`]: about((there, asked) =>
      upsert(there, asked) ? {} : undefined,
    ),
    [`POST ${DATABASE}/collections/:id/delete`]: about((there, { ids }) => {
      there.remove(ids as string[])
      return {}
    }),
    [`POST ${DATABASE}/collections/:id/query`]: about(query),
  }
  return {
    answer: playRoutes(routes, {
      isKnown: ({ headers }) => headers['x-chroma-token'] === KEY,
      refuse: (status) => refuse('Not found, or not known', status),
    }),
    records: () => collection?.all ?? [],
    textOf: ({ fields }) => String(fields['the document']),
  }
}

function upsert(there: FakeCollection, { ids, embeddings, documents, metadatas }: JsonObject): boolean {
  const [vectors, texts, known] = [embeddings as number[][], documents as string[], metadatas as JsonObject[]]
  const isScalar = (value: JsonValue) => ['string', 'number', 'boolean'].includes(typeof value)
  if (!known.every((metadata) => Object.values(metadata).every(isScalar))) return false
  return there.put(
    (ids as string[]).map((id, at) => ({
      id,
      vector: vectors[at] ?? [],
      fields: { ...known[at], 'the document': texts[at] ?? '' },
    })),
  )
}

function query(there: FakeCollection, asked: JsonObject): JsonValue | undefined {
  const [vector = []] = asked.query_embeddings as number[][]
  if (vector.length !== there.dimensions) return undefined
  const found = there.search(vector, Number(asked.n_results), (fields) => passes(asked.where, fields))
  const isWanted = (asked.include as string[]).includes('embeddings')
  return {
    ids: [found.map(({ id }) => id)],
    documents: [found.map(({ fields }) => String(fields['the document']))],
    metadatas: [found.map(({ fields }) => without(fields, 'the document'))],
    distances: [found.map(({ cosine }) => 1 - cosine)],
    embeddings: isWanted ? [found.map((record) => record.vector)] : null,
  }
}

function passes(where: JsonValue | undefined, fields: JsonObject): boolean {
  if (!isJsonObject(where)) return true
  const conditions = Object.entries(where)
  if (conditions.length !== 1) throw new Error('Expected where to have exactly one operator')
  return meetsOperators(where, fields)
}
