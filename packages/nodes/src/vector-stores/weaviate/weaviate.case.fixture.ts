import type { JsonObject, JsonValue } from '@runnel/contract'
import {
  FakeCollection,
  type FakeRoute,
  type FakeStore,
  playRoutes,
  reply,
} from '../fake-collection.fixture.ts'
import { flattenMetadata } from '../flat-metadata.ts'
import { readPath } from '../read-answers.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const KEY = 'test-key-of-weaviate'
const CLASS = 'Green_tea'

/** Weaviate in the tests of the family. */
export const weaviateCase: StoreCase = {
  node: 'weaviate',
  values: { weaviateHost: 'tea.weaviate.example', weaviateIndex: 'green_tea' },
  credential: { weaviateApiKey: KEY },
  hosts: ['tea.weaviate.example'],
  addressParams: ['weaviateHost'],
  filter: { param: 'weaviateFilter', tea: '{"path":["topic"],"operator":"Equal","valueText":"tea"}' },
  flattens: (metadata) => flattenMetadata(metadata, { separator: '_', keepsLists: true }),
  elsewhere: { weaviateIndex: 'nowhere' },
  startFake: startFakeWeaviate,
}

const refuse = (message: string, status = 422) => reply({ error: [{ message }] }, status)

/** A Weaviate of one class, whose properties are made of what comes. */
function startFakeWeaviate(): FakeStore {
  let collection: FakeCollection | undefined
  const types = new Map<string, string>()
  const routes: Record<string, FakeRoute> = {
    'POST /v1/schema': (asked) => {
      if (collection) return refuse(`class name ${CLASS} already exists`)
      for (const { name, dataType } of asked.properties as JsonObject[])
        types.set(String(name), String(readPath(dataType, 0)))
      collection = new FakeCollection()
      return reply(asked)
    },
    'GET /v1/schema/:name': (_asked, _sent, { name }) => {
      if (!collection || name !== CLASS) return { status: 404, headers: {}, body: '' }
      const properties = [...types].map(([property, type]) => ({ name: property, dataType: [type] }))
      return reply({ class: CLASS, properties, vectorIndexConfig: { distance: 'cosine' } })
    },
    'POST /v1/batch/objects': ({ objects }) => {
      if (!collection) return refuse('no class')
      for (const { properties } of objects as JsonObject[]) noteTypes(types, properties as JsonObject)
      return reply((objects as JsonObject[]).map((object) => putObject(collection, object)))
    },
    'DELETE /v1/batch/objects': (asked) => {
      collection?.remove(readPath(asked, 'match', 'where', 'valueTextArray') as string[])
      return reply({ results: { failed: 0 } })
    },
    'POST /v1/graphql': ({ query }) => {
      try {
        return reply({ data: { Get: { [CLASS]: collection ? play(collection, String(query), types) : [] } } })
      } catch (error) {
        return reply({ errors: [{ message: String(error) }], data: { Get: null } })
      }
    },
  }
  return {
    answer: playRoutes(routes, {
      isKnown: ({ headers }) => headers.authorization === `Bearer ${KEY}`,
      refuse: (status) => refuse('anonymous access not enabled', status),
    }),
    records: () => collection?.all ?? [],
    textOf: ({ fields }) => String(fields.text),
  }
}

function noteTypes(types: Map<string, string>, properties: JsonObject): void {
  for (const [name, value] of Object.entries(properties)) {
    const kind = Array.isArray(value) ? 'text[]' : typeof value === 'string' ? 'text' : typeof value
    if (!types.has(name)) types.set(name, kind)
  }
}

function putObject(there: FakeCollection | undefined, { id, vector, properties }: JsonObject): JsonValue {
  const isPut = there?.put([{ id: String(id), vector: vector as number[], fields: properties as JsonObject }])
  if (isPut) return { id: String(id), result: { status: 'SUCCESS' } }
  return { result: { errors: { error: [{ message: 'new node has a vector with another length' }] } } }
}

/** Plays one query; its arguments are JSON but for names without quotes and commas. */
function play(there: FakeCollection, query: string, types: ReadonlyMap<string, string>): JsonValue {
  const [, name, args = '', fields = ''] = /^\{ Get \{ (\w+)\((.*)\) \{ (.*) \} \} \}$/s.exec(query) ?? []
  if (name !== CLASS) throw new Error(`Cannot query field "${name}"`)
  const asked = readArguments(args)
  const [bare = '', additional = ''] = fields.split('_additional {')
  const names = bare.trim().split(' ').filter(Boolean)
  for (const field of names) if (!types.has(field)) throw new Error(`no such prop ${field}`)
  const vector = readPath(asked, 'nearVector', 'vector') as number[] | undefined
  if (vector && vector.length !== there.dimensions) throw new Error('vector lengths do not match')
  const limit = Number(asked.limit)
  const passes = (held: JsonObject) => meets(asked.where, held, types)
  const found = vector
    ? there.search(vector, limit, passes)
    : there.all
        .filter((record) => passes(record.fields))
        .map((record) => ({ ...record, cosine: 1 }))
        .slice(Number(asked.offset ?? 0))
        .slice(0, Math.min(limit, 2))
  return found.map((record) => ({
    ...Object.fromEntries(names.map((field) => [field, record.fields[field] ?? null])),
    _additional: {
      id: record.id,
      distance: 1 - record.cosine,
      ...(additional.includes('vector') && { vector: record.vector }),
    },
  }))
}

function readArguments(args: string): JsonObject {
  const texts: string[] = []
  const bare = args.replace(/"(?:[^"\\]|\\.)*"/g, (text) => `#${texts.push(text) - 1}#`)
  const json = bare
    .replace(/(\w+): /g, '"$1": ')
    .replace(/"operator": (\w+)/g, '"operator": "$1"')
    .replace(/(?<=[\w\]}#"]) (?=[-\w"{[#])/g, ', ')
    .replace(/": , /g, '": ')
  const whole = `{${json}}`.replace(/#(\d+)#/g, (_mark, at: string) => texts[Number(at)] ?? '""')
  return JSON.parse(whole) as JsonObject
}

function meets(where: JsonValue | undefined, held: JsonObject, types: ReadonlyMap<string, string>): boolean {
  if (where === undefined) return true
  const operands = readPath(where, 'operands') as JsonValue[] | undefined
  if (operands) return operands.every((each) => meets(each, held, types))
  const name = String(readPath(where, 'path', 0))
  if (!types.has(name)) throw new Error(`no such prop with name '${name}' found`)
  const [, value] = Object.entries(where as JsonObject).find(([key]) => key.startsWith('value')) ?? []
  return held[name] === value
}
