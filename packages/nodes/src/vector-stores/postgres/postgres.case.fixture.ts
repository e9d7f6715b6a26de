import type { JsonObject, JsonValue, MetadataCondition, VectorTableQuestion } from '@runnel/contract'
import { FakeCollection, type FakeStore, playQuestions } from '../fake-collection.fixture.ts'
import { meetsOperators } from '../meets-operators.fixture.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const PASSWORD = 'test-password-of-postgres'

/** PostgreSQL in the tests of the family. What its tables do is tested by a real one, where its statements are written. */
export const postgresCase: StoreCase = {
  node: 'postgres',
  speaks: 'data',
  values: { host: 'tea.postgres.example', port: '6543', database: 'tea', tableName: 'Green "tea"' },
  credential: { user: 'ada', password: PASSWORD },
  places: ['user'],
  hosts: ['tea.postgres.example:6543'],
  addressParams: ['host'],
  filter: { param: 'pgMetadataFilter', tea: '{"topic":{"in":["tea"]}}' },
  filtersBy: ['$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$or', '$exists', '$contains'],
  findsWords: true,
  elsewhere: { tableName: 'nowhere' },
  startFake: startFakePostgres,
}

/** A PostgreSQL of one table. */
function startFakePostgres(): FakeStore {
  let collection: FakeCollection | undefined
  return {
    answer: playQuestions({ protocol: 'vectorTable', password: PASSWORD }, ({ table, operation }) => {
      if (table.name !== 'Green "tea"') return operation.type === 'describe' ? [] : undefined
      if (operation.type === 'make') collection ??= new FakeCollection(operation.dimensions)
      return collection ? run(collection, operation) : []
    }),
    records: () => collection?.all ?? [],
    textOf: ({ fields }) => String(fields.content),
  }
}

function run(there: FakeCollection, operation: VectorTableQuestion['operation']): JsonValue | undefined {
  switch (operation.type) {
    case 'describe':
      return [{ dimensions: there.dimensions ?? null }]
    case 'make':
    case 'index':
    case 'indexWords':
      return []
    case 'words': {
      const { words, limit, conditions } = operation
      const meetsAll = ({ metadata }: JsonObject) =>
        conditions.every((condition) => meets(condition, metadata as JsonObject))
      return there
        .findWords(words, limit, { textKey: 'content', passes: meetsAll })
        .map(({ id, fields, score }) => ({ id, ...fields, score }))
    }
    case 'listIds': {
      const { key, value, after = '', limit } = operation
      const isListed = ({ id, fields }: FakeCollection['all'][number]) =>
        (fields.metadata as JsonObject)[key] === value && id > after
      const ids = there.all.filter(isListed).map(({ id }) => id)
      return ids
        .sort()
        .slice(0, limit)
        .map((id) => ({ id }))
    }
    case 'put':
      return there.put(operation.rows.map(({ id, vector, ...fields }) => ({ id, vector, fields })))
        ? []
        : undefined
    case 'remove':
      there.remove(operation.ids)
      return []
    case 'nearest': {
      const { vector, limit, conditions, withVectors } = operation
      const passes = ({ metadata }: JsonObject) =>
        conditions.every((condition) => meets(condition, metadata as JsonObject))
      return there.search(vector, limit, passes).map(({ id, fields, cosine, vector: own }) => ({
        id,
        ...fields,
        distance: 1 - cosine,
        ...(withVectors && { vector: own }),
      }))
    }
  }
}

function meets(condition: MetadataCondition, metadata: JsonObject): boolean {
  if ('not' in condition) return !meets(condition.not, metadata)
  if ('joins' in condition) {
    const holds = (each: MetadataCondition) => meets(each, metadata)
    return condition.joins === 'all' ? condition.conditions.every(holds) : condition.conditions.some(holds)
  }
  const value = metadata[condition.key]
  if ('isThere' in condition) return value !== undefined
  if ('contains' in condition)
    return typeof value === 'string' && value.toLowerCase().includes(condition.contains.toLowerCase())
  if ('compares' in condition)
    return meetsOperators({ [condition.key]: { [`$${condition.compares}`]: condition.number } }, metadata)
  if ('is' in condition) return value === condition.is
  if ('in' in condition) return condition.in.includes(String(value))
  if ('notIn' in condition) return !condition.notIn.includes(String(value))
  return Array.isArray(value) && value.some((each) => condition.holdsOneOf.includes(String(each)))
}
