import type { JsonValue, MongoQuestion } from '@runnel/contract'
import { FakeCollection, type FakeStore, playQuestions } from '../fake-collection.fixture.ts'
import { meetsOperators } from '../meets-operators.fixture.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const PASSWORD = 'test-password-of-mongo'

/** MongoDB Atlas in the tests of the family. Its commands are tested by a server, where they are written. */
export const mongoCase: StoreCase = {
  node: 'mongoDBAtlas',
  speaks: 'data',
  values: { databaseName: 'tea', collectionName: 'leaves', indexName: 'vectors' },
  credential: { mongoDBConnectUrl: `mongodb://ada:${PASSWORD}@tea.mongo.example:27018/` },
  wrongCredential: { mongoDBConnectUrl: 'mongodb://ada:another@tea.mongo.example:27018/' },
  hosts: ['tea.mongo.example:27018'],
  addressParams: [],
  filter: { param: 'mongoMetadataFilter', tea: '{"topic":{"$eq":"tea"}}' },
  filtersBy: ['$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$or', '$exists'],
  elsewhere: { indexName: 'nowhere' },
  startFake: startFakeAtlas,
}

/** A MongoDB of one collection. */
function startFakeAtlas(): FakeStore {
  let collection: FakeCollection | undefined
  return {
    answer: playQuestions({ protocol: 'mongodb', password: PASSWORD }, ({ operation }) => {
      if (operation.type === 'vectorIndex') return describe(collection, operation.name)
      if (operation.type === 'makeVectorIndex') collection ??= new FakeCollection(operation.dimensions)
      return collection ? run(collection, operation) : []
    }),
    records: () => collection?.all ?? [],
    textOf: ({ fields }) => String(fields.text),
  }
}

function describe(there: FakeCollection | undefined, name: string): JsonValue {
  if (!there || name !== 'vectors') return []
  const fields = [{ type: 'vector', path: 'embedding', numDimensions: there.dimensions ?? 0 }]
  return [{ name, queryable: true, latestDefinition: { fields } }]
}

function run(there: FakeCollection, operation: MongoQuestion['operation']): JsonValue | undefined {
  switch (operation.type) {
    case 'listIds': {
      const { field, value, after = '', limit } = operation
      const ids = there.all
        .filter(({ id, fields }) => fields[field] === value && id > after)
        .map(({ id }) => id)
      return ids
        .sort()
        .slice(0, limit)
        .map((Id) => ({ _id: Id }))
    }
    case 'put': {
      const records = operation.documents.map((document) => ({
        id: String(document._id),
        vector: document.embedding as number[],
        fields: document,
      }))
      return there.put(records) ? [] : undefined
    }
    case 'remove':
      there.remove(operation.ids)
      return []
    case 'nearest': {
      const { vector, limit, filter = {}, withVectors } = operation
      if (vector.length !== there.dimensions) return undefined
      return there
        .search(vector, limit, (fields) => meetsOperators(filter, fields))
        .map(({ fields: { embedding, ...fields }, cosine }) => ({
          score: (1 + cosine) / 2,
          document: withVectors ? { ...fields, embedding: embedding ?? null } : fields,
        }))
    }
    default:
      return []
  }
}
