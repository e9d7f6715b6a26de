import { isJsonObject, type JsonObject, type MongoQuestion, RunnelError } from '@runnel/contract'
import { reachMongo, readText } from '@runnel/node-kit'
import { without } from '../flat-metadata.ts'
import { pageThrough } from '../page-through.ts'
import { readNumbers } from '../read-answers.ts'
import { asOperators, COMPARISONS } from '../store-conditions.ts'
import {
  type Collection,
  type OutsideStore,
  SOURCE_KEY,
  type StoreSearch,
  type StoreServer,
} from '../store-protocol.ts'
import { readFilter, readName } from '../store-server.ts'

const PAGE = 1000

/** Collections of MongoDB with a search index of vectors. Text, vector and metadata are fields, as LangChain keeps them. */
export const mongoStore: OutsideStore = {
  filtersBy: [...COMPARISONS, '$exists'],
  most: { records: 100, bytes: 5_000_000 },
  name: (values) => `search index "${readText(values, 'indexName')}" of vectors`,
  async open(server) {
    const [index] = await ask(server, { type: 'vectorIndex', name: indexOf(server) })
    return index && openCollection(server, index)
  },
  async create(server, dimensions) {
    const { embedding } = keysOf(server)
    const name = indexOf(server)
    // A collection that nobody made is made with its first index.
    await ask(server, { type: 'makeIndex', field: SOURCE_KEY })
    await ask(server, { type: 'makeVectorIndex', name, path: embedding, dimensions, filters: [SOURCE_KEY] })
    return collectionOf(server, dimensions)
  },
}

const indexOf = (server: StoreServer) => readName(server, 'indexName', 'a search index')

function keysOf({ values }: StoreServer): { text: string; embedding: string } {
  return {
    text: readText(values, 'textKey').trim() || 'text',
    embedding: readText(values, 'embeddingKey').trim() || 'embedding',
  }
}

function ask(server: StoreServer, operation: MongoQuestion['operation']) {
  const database = readName(server, 'databaseName', 'a database')
  const collection = readName(server, 'collectionName', 'a collection')
  return server.askData('mongodb', reachMongo, { database, collection, operation })
}

function openCollection(server: StoreServer, index: JsonObject): Collection {
  const { embedding } = keysOf(server)
  const definition = index.latestDefinition ?? index.definition
  const fields = isJsonObject(definition) && Array.isArray(definition.fields) ? definition.fields : []
  const vector = fields.filter(isJsonObject).find(({ type, path }) => type === 'vector' && path === embedding)
  if (!vector)
    throw new RunnelError(
      'invalid_input',
      `The search index of ${server.label} has no vectors in the field "${embedding}". Name another index or field in the node.`,
    )
  return collectionOf(server, Number(vector.numDimensions))
}

function collectionOf(server: StoreServer, dimensions: number): Collection {
  const keys = keysOf(server)
  return {
    dimensions,
    async listIds(source) {
      await ask(server, { type: 'makeIndex', field: SOURCE_KEY })
      return pageThrough<string>(async (after) => {
        const behind = after === undefined ? {} : { after }
        const list = { type: 'listIds', field: SOURCE_KEY, value: source, limit: PAGE, ...behind } as const
        const items = (await ask(server, list)).map(({ _id: id }) => String(id))
        return { items, next: items.length < PAGE ? undefined : items.at(-1) }
      })
    },
    async put(source, records) {
      const documents = records.map(({ id, pageContent, metadata, vector }) => ({
        ...metadata,
        _id: id,
        [keys.text]: pageContent,
        [keys.embedding]: vector,
        [SOURCE_KEY]: source,
      }))
      await ask(server, { type: 'put', documents })
    },
    async remove(_source, ids) {
      await ask(server, { type: 'remove', ids })
    },
    async search(search) {
      const filter = makeFilter(server, search)
      const { vector, limit, withVectors } = search
      const found = await ask(server, {
        type: 'nearest',
        index: indexOf(server),
        path: keys.embedding,
        vector,
        limit,
        withVectors,
        ...(filter && { filter }),
      })
      return found.map(({ score, document }) => {
        const held = isJsonObject(document) ? document : {}
        return {
          pageContent: readText(held, keys.text),
          metadata: without(held, '_id', keys.text, keys.embedding, SOURCE_KEY),
          score: Number(score),
          ...(withVectors && { vector: readNumbers(held[keys.embedding]) }),
        }
      })
    },
  }
}

function makeFilter(server: StoreServer, { equals, conditions }: StoreSearch): JsonObject | undefined {
  const own = readFilter(server, 'mongoMetadataFilter')
  // Equality in words, so that a value is never read as an operator.
  const all = [
    ...(own ? [own] : []),
    ...equals.map(([key, value]) => ({ [key]: { $eq: value } })),
    ...conditions.map(asOperators),
  ]
  return all.length > 1 ? { $and: all } : all[0]
}
