import type { JsonObject, JsonValue } from '@runnel/contract'
import {
  FakeCollection,
  type FakeRoute,
  type FakeStore,
  playRoutes,
  reply,
} from '../fake-collection.fixture.ts'
import { without } from '../flat-metadata.ts'
import { meetsOperators } from '../meets-operators.fixture.ts'
import { readPath } from '../read-answers.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const TOKEN = 'AstraCS:test-token-of-astra'
const KEYSPACE = '/api/json/v1/default_keyspace'

/** Astra DB in the tests of the family. */
export const astraCase: StoreCase = {
  node: 'Astra',
  values: { astraCollection: 'green_tea' },
  credential: { applicationToken: TOKEN, dbEndPoint: 'https://tea-us-east1.apps.astra.example/' },
  places: ['dbEndPoint'],
  hosts: ['tea-us-east1.apps.astra.example'],
  addressParams: [],
  filtersBy: ['$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$or', '$exists'],
  elsewhere: { astraCollection: 'nowhere' },
  startFake: startFakeAstra,
}

const refuse = (errorCode: string, message: string, status = 200) =>
  reply({ errors: [{ message, errorCode }] }, status)

function startFakeAstra(): FakeStore {
  let collection: FakeCollection | undefined
  const routes: Record<string, FakeRoute> = {
    [`POST ${KEYSPACE}/`]: ({ createCollection, findCollections }) => {
      if (createCollection)
        collection ??= new FakeCollection(
          Number(readPath(createCollection, 'options', 'vector', 'dimension')),
        )
      if (!findCollections) return reply({ status: { ok: 1 } })
      const vector = { dimension: collection?.dimensions ?? 0, metric: 'cosine' }
      return reply({
        status: { collections: collection ? [{ name: 'green_tea', options: { vector } }] : [] },
      })
    },
    [`POST ${KEYSPACE}/green_tea`]: (asked) => {
      if (!collection) return refuse('COLLECTION_NOT_EXIST', 'Collection does not exist')
      const [verb = '', of = null] = Object.entries(asked)[0] ?? []
      return COMMANDS[verb]?.(collection, of) ?? refuse('COMMAND_UNKNOWN', verb)
    },
  }
  return {
    answer: playRoutes(routes, {
      isKnown: ({ headers }) => headers.token === TOKEN,
      refuse: (status) => refuse('UNAUTHENTICATED_REQUEST', 'Role unauthorized for operation', status),
    }),
    records: () => collection?.all ?? [],
    textOf: ({ fields }) => String(fields.text),
  }
}

const COMMANDS: Record<string, (there: FakeCollection, of: JsonValue) => ReturnType<FakeRoute>> = {
  insertMany(there, of) {
    const documents = readPath(of, 'documents') as JsonObject[]
    const isTold = (error: string) => ({ errorCode: error, message: `Failed to insert: ${error}` })
    if (documents.length > 20)
      return refuse('COMMAND_FIELD_INVALID', 'amount of documents to insert is over the max limit')
    const errors = documents.flatMap((document) => {
      const id = String(document._id)
      if (there.has(id)) return [isTold('DOCUMENT_ALREADY_EXISTS')]
      const record = { id, vector: document.$vector as number[], fields: without(document, '_id', '$vector') }
      return there.put([record]) ? [] : [isTold('SHRED_BAD_VECTOR_SIZE')]
    })
    return reply({ status: { insertedIds: [] }, ...(errors.length > 0 && { errors }) })
  },
  deleteMany(there, of) {
    there.remove(readPath(of, 'filter', '_id', '$in') as string[])
    return reply({ status: { deletedCount: 1 } })
  },
  find(there, of) {
    const filter = (readPath(of, 'filter') ?? {}) as JsonObject
    const passes = (fields: JsonObject) => meetsOperators(filter, fields)
    const vector = readPath(of, 'sort', '$vector') as number[] | undefined
    const limit = Number(readPath(of, 'options', 'limit') ?? 2)
    if (!vector) {
      const from = Number(readPath(of, 'options', 'pageState') ?? 0)
      const all = there.all.filter(({ fields }) => passes(fields)).map(({ id }) => ({ _id: id }))
      const next = from + 2 < all.length ? String(from + 2) : null
      return reply({ data: { documents: all.slice(from, from + 2), nextPageState: next } })
    }
    if (vector.length !== there.dimensions) return refuse('BAD_VECTOR', 'Vector dimension mismatch')
    const isWhole = readPath(of, 'projection', '*') === true
    const documents = there.search(vector, limit, passes).map(({ id, cosine, fields, vector: own }) => ({
      ...fields,
      _id: id,
      $similarity: (1 + cosine) / 2,
      ...(isWhole && { $vector: own }),
    }))
    return reply({ data: { documents, nextPageState: null } })
  },
}
