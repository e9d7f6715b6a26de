import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import {
  FakeCollection,
  type FakeRoute,
  type FakeStore,
  playRoutes,
  reply,
} from './fake-collection.fixture.ts'
import { without } from './flat-metadata.ts'
import { meetsOperators } from './meets-operators.fixture.ts'
import { readPath } from './read-answers.ts'

/** How the vectors of an index are mapped and asked for. */
interface FakeDialect {
  authorization: string
  dimensionsKey: string
  /** Vector, number and filter of a query; undefined for one that the server would refuse. */
  read(asked: JsonObject): { vector: number[]; k: number; filter: JsonValue[] } | undefined
}

const INDEX = 'green-tea'
const refuse = (reason: string, status = 400) =>
  reply({ error: { type: 'illegal_argument_exception', reason }, status }, status)

/** A server with one index by Elasticsearch's protocol. */
export function startFakeIndex({ authorization, dimensionsKey, read }: FakeDialect): FakeStore {
  let collection: FakeCollection | undefined
  let properties: JsonObject = {}
  const about =
    (play: (there: FakeCollection, ...rest: Parameters<FakeRoute>) => ReturnType<FakeRoute>): FakeRoute =>
    (asked, sent, params) =>
      collection && params.name === INDEX
        ? play(collection, asked, sent, params)
        : refuse(`no such index [${params.name}]`, 404)
  const routes: Record<string, FakeRoute> = {
    'PUT /:name': (asked) => {
      if (collection) return refuse('index already exists')
      properties = readPath(asked, 'mappings', 'properties') as JsonObject
      collection = new FakeCollection(Number(readPath(properties, 'embedding', dimensionsKey)))
      return reply({ acknowledged: true })
    },
    'GET /:name': about(() => reply({ 'green-tea-000001': { aliases: {}, mappings: { properties } } })),
    'PUT /:name/_mapping': about((_there, asked) => {
      properties = { ...properties, ...(asked.properties as JsonObject) }
      return reply({ acknowledged: true })
    }),
    'POST /:name/_bulk': about((there, _asked, { body }) => bulk(there, body as JsonObject[])),
    'POST /:name/_search': about((there, asked) => {
      const hits = asked.sort ? list(there, asked) : (byWords(there, asked) ?? near(there, asked, read))
      return hits
        ? reply({ hits: { hits } })
        : refuse('the query vector has a different number of dimensions')
    }),
  }
  return {
    answer: playRoutes(routes, {
      isKnown: ({ headers }) => headers.authorization === authorization,
      refuse: (status) => refuse('missing authentication credentials', status),
    }),
    records: () => collection?.all ?? [],
    textOf: ({ fields }) => String(fields.text),
  }
}

function bulk(there: FakeCollection, lines: JsonObject[]) {
  const items: JsonObject[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const [verb = '', of] = Object.entries(lines[at] ?? {})[0] ?? []
    const id = String(readPath(of, '_id'))
    if (verb === 'delete') {
      items.push({ delete: { _id: id, status: there.has(id) ? 200 : 404 } })
      there.remove([id])
      continue
    }
    at += 1
    const fields = lines[at] ?? {}
    const isPut = there.put([
      { id, vector: fields.embedding as number[], fields: without(fields, 'embedding') },
    ])
    const error = { type: 'document_parsing_exception', reason: 'different number of dimensions' }
    items.push({ index: { _id: id, status: isPut ? 201 : 400, ...(!isPut && { error }) } })
  }
  return reply({ took: 1, errors: items.some((item) => readPath(item, 'index', 'error')), items })
}

/** Two to a page, so that pages follow each other in the tests. */
function list(there: FakeCollection, { query, search_after: after }: JsonObject): JsonValue[] {
  const last = Array.isArray(after) ? String(after[0]) : ''
  return there.all
    .filter(({ id, fields }) => id > last && passes(query, fields))
    .map(({ id }) => ({ _id: id, sort: [id] }))
    .sort((a, b) => (a._id < b._id ? -1 : 1))
    .slice(0, 2)
}

/** Undefined for a query that looks for no words. */
function byWords(there: FakeCollection, asked: JsonObject): JsonValue[] | undefined {
  const [must] = (readPath(asked, 'query', 'bool', 'must') ?? []) as JsonValue[]
  const words = readPath(must, 'match', 'text')
  if (typeof words !== 'string') return undefined
  const filter = readPath(asked, 'query', 'bool', 'filter') as JsonValue[]
  const passesAll = (fields: JsonObject) => filter.every((each) => passes(each, fields))
  return there
    .findWords(words, Number(asked.size), { textKey: 'text', passes: passesAll })
    .map(({ id, fields, score }) => ({ _id: id, _score: score, _source: fields }))
}

function near(there: FakeCollection, asked: JsonObject, read: FakeDialect['read']): JsonValue[] | undefined {
  const wanted = read(asked)
  if (!wanted || wanted.vector.length !== there.dimensions) return undefined
  const excluded = readPath(asked, '_source', 'excludes') as string[]
  return there
    .search(wanted.vector, wanted.k, (fields) => wanted.filter.every((each) => passes(each, fields)))
    .map(({ id, cosine, fields, vector }) => ({
      _id: id,
      _score: (1 + cosine) / 2,
      _source: { ...fields, ...(!excluded.includes('embedding') && { embedding: vector }) },
    }))
}

function passes(query: JsonValue | undefined, fields: JsonObject): boolean {
  const [kind, of] = Object.entries(isJsonObject(query) ? query : {})[0] ?? []
  if (!isJsonObject(of)) throw new Error('A query of this kind is not played.')
  const own = (key: string) => readPath(fields, ...key.split('.'))
  const [[key = '', wanted = null] = []] = Object.entries(of)
  switch (kind) {
    case 'term':
      return Object.entries(of).every(([name, value]) => own(name) === value)
    case 'terms':
      return meetsOperators({ at: { $in: wanted } }, asFields(own(key)))
    case 'range': {
      const bounds = Object.entries(wanted as JsonObject).map(([name, value]) => [`$${name}`, value])
      return meetsOperators({ at: Object.fromEntries(bounds) }, asFields(own(key)))
    }
    case 'exists':
      return own(String(of.field)) !== undefined
    case 'bool':
      return passesBool(of, (each) => passes(each, fields))
    default:
      throw new Error(`A query of the kind ${kind} is not played.`)
  }
}

function passesBool(
  { filter = [], should, must_not: mustNot = [] }: JsonObject,
  holds: (query: JsonValue) => boolean,
) {
  const isSome = should === undefined || (should as JsonValue[]).some(holds)
  return isSome && (filter as JsonValue[]).every(holds) && !(mustNot as JsonValue[]).some(holds)
}

const asFields = (value: JsonValue | undefined): JsonObject => (value === undefined ? {} : { at: value })
