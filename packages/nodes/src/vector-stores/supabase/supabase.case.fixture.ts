import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import {
  FakeCollection,
  type FakeRoute,
  type FakeStore,
  playRoutes,
  reply,
} from '../fake-collection.fixture.ts'
import { readPath } from '../read-answers.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const KEY = 'test-key-of-supabase'

/** Supabase in the tests of the family: a table whose ids are numbers, and a function that finds. */
export const supabaseCase: StoreCase = {
  node: 'supabase',
  values: { supabaseProjUrl: 'https://tea.supabase.example', tableName: 'leaves', queryName: 'match_leaves' },
  credential: { supabaseApiKey: KEY },
  hosts: ['tea.supabase.example'],
  addressParams: ['supabaseProjUrl'],
  filter: { param: 'supabaseMetadataFilter', tea: '{"topic":"tea"}' },
  isMadeByPeople: true,
  elsewhere: { tableName: 'nowhere' },
  startFake: startFakeSupabase,
}

const refuse = (code: string, message: string, status = 400) =>
  reply({ code, message, details: null }, status)
const done = (status: number) => ({ status, headers: {}, body: '' })

function startFakeSupabase({ dimensions = 0 }: { dimensions: number | undefined }): FakeStore {
  const table = new FakeCollection(dimensions)
  const routes: Record<string, FakeRoute> = {
    'GET /rest/v1/leaves': (_asked, { url: { searchParams } }) => {
      if (searchParams.get('id')?.includes('-'))
        return refuse('22P02', 'invalid input syntax for type bigint')
      const rows = table.all.filter(({ fields }) => isOf(fields, searchParams))
      const from = Number(searchParams.get('offset') ?? 0)
      const page = rows.slice(from, from + Math.min(2, Number(searchParams.get('limit'))))
      return reply(
        page.map(({ vector, fields }) => ({
          id: Number(fields.id),
          embedding: JSON.stringify(vector),
          rid: readPath(fields, 'metadata', 'runnel_id') ?? null,
        })),
      )
    },
    'POST /rest/v1/leaves': (_asked, { body, headers, url }) => {
      const rows = body as JsonObject[]
      const isUpsert =
        headers.prefer?.includes('merge-duplicates') && url.searchParams.get('on_conflict') === 'id'
      if (!isUpsert && rows.some(({ id }) => table.has(String(id))))
        return refuse('23505', 'duplicate key', 409)
      if (!rows.every(({ id }) => /^\d{1,19}$/.test(String(id))))
        return refuse('22P02', 'invalid input for bigint')
      const records = rows.map(({ embedding, ...fields }) => ({
        id: String(fields.id),
        vector: embedding as number[],
        fields,
      }))
      return table.put(records) ? done(201) : refuse('22000', `expected ${dimensions} dimensions`)
    },
    'DELETE /rest/v1/leaves': (_asked, { url: { searchParams } }) => {
      table.remove(table.all.filter(({ fields }) => isOf(fields, searchParams)).map(({ id }) => id))
      return done(204)
    },
    'POST /rest/v1/rpc/match_leaves': ({ query_embedding: vector, filter, match_count: count }) => {
      if ((vector as number[]).length !== dimensions) return refuse('22000', 'different vector dimensions')
      const found = table.search(vector as number[], Number(count), ({ metadata }) =>
        contains(metadata, filter),
      )
      return reply(
        found.map(({ cosine, vector: own, fields: { id, content = '', metadata = {} } }) => ({
          id: Number(id),
          content,
          metadata,
          embedding: JSON.stringify(own),
          similarity: cosine,
        })),
      )
    },
  }
  return {
    answer: playRoutes(routes, {
      isKnown: ({ headers }) => headers.apikey === KEY && headers.authorization === `Bearer ${KEY}`,
      refuse: (status) => refuse('PGRST205', 'Could not find the table, or no API key', status),
    }),
    records: () => table.all,
    textOf: ({ fields }) => String(fields.content),
  }
}

function isOf({ metadata }: JsonObject, params: URLSearchParams): boolean {
  const source = params.get('metadata->>runnel_source')
  const ids = params.get('metadata->>runnel_id')
  const held = (key: string) => String(readPath(metadata, key))
  if (source !== null && source !== `eq.${held('runnel_source')}`) return false
  return ids === null || ids.slice('in.('.length, -1).split(',').includes(held('runnel_id'))
}

function contains(metadata: JsonValue | undefined, filter: JsonValue | undefined): boolean {
  if (!isJsonObject(filter)) return true
  return Object.entries(filter).every(([key, value]) => readPath(metadata, key) === value)
}
