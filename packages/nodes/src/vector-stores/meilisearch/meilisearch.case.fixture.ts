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

const KEY = 'test-admin-key-of-meilisearch'
const NAME = 'green-tea_1'

/** Meilisearch in the tests of the family. */
export const meilisearchCase: StoreCase = {
  node: 'meilisearch',
  values: { host: 'https://tea.meilisearch.example:7700/', indexUid: NAME },
  credential: {
    meilisearchSearchApiKey: 'test-search-key-of-meilisearch',
    meilisearchAdminApiKey: KEY,
  },
  hosts: ['tea.meilisearch.example:7700'],
  addressParams: ['host'],
  filter: { param: 'searchFilter', tea: 'metadata.topic = "tea"' },
  elsewhere: { indexUid: 'nowhere' },
  startFake: startFakeMeilisearch,
}

const refuse = (message: string, status = 400, code = 'bad_request') =>
  reply({ message, code, type: 'invalid_request', link: '' }, status)

interface Task {
  run: () => string | undefined
  /** How often it was asked about. */
  asked: number
  status: string
  error: string | undefined
}

/** A Meilisearch of one index: a change is done when its task is asked about for the second time. */
function startFakeMeilisearch(): FakeStore {
  const tasks: Task[] = []
  let index: FakeCollection | undefined
  let embedders: JsonObject = {}
  let filterable: JsonValue[] = []
  const enqueue = (run: Task['run']) => {
    tasks.push({ run, asked: 0, status: 'enqueued', error: undefined })
    return reply({ taskUid: tasks.length - 1, indexUid: NAME, status: 'enqueued' }, 202)
  }
  const about =
    (play: (there: FakeCollection, asked: JsonObject, body: JsonValue) => ReturnType<FakeRoute>): FakeRoute =>
    (asked, { body }, { name }) =>
      index && name === NAME
        ? play(index, asked, body)
        : refuse(`Index \`${name}\` not found.`, 404, 'index_not_found')
  const routes: Record<string, FakeRoute> = {
    'POST /indexes': ({ uid, primaryKey }) => {
      if (uid !== NAME || primaryKey !== 'objectID') return refuse('Invalid index')
      return enqueue(() => {
        if (index) return 'index_already_exists'
        index = new FakeCollection()
        return undefined
      })
    },
    'GET /indexes/:name': about(() => reply({ uid: NAME, primaryKey: 'objectID' })),
    'GET /indexes/:name/settings': about(() => reply({ embedders, filterableAttributes: filterable })),
    'PATCH /indexes/:name/settings': about((there, asked) =>
      enqueue(() => {
        if (isJsonObject(asked.embedders)) {
          embedders = { ...embedders, ...asked.embedders }
          there.dimensions ??= Number(readPath(embedders, 'default', 'dimensions'))
        }
        if (Array.isArray(asked.filterableAttributes)) filterable = asked.filterableAttributes
        return undefined
      }),
    ),
    'POST /indexes/:name/documents': about((there, _asked, body) =>
      enqueue(() => (putDocuments(there, body) ? undefined : 'vector_embedding_error')),
    ),
    'POST /indexes/:name/documents/delete-batch': about((there, _asked, body) =>
      enqueue(() => {
        there.remove(body as string[])
        return undefined
      }),
    ),
    'POST /indexes/:name/documents/fetch': about((there, asked) => {
      const passes = readFilter(asked.filter, filterable)
      if (!passes) return refuse('Attribute is not filterable, or the filter cannot be read.')
      const { offset, limit } = asked
      const all = there.all.filter(({ fields }) => passes(fields)).map(({ id }) => ({ objectID: id }))
      return reply({ results: all.slice(Number(offset), Number(offset) + Number(limit)), total: all.length })
    }),
    'POST /indexes/:name/search': about((there, asked) => search(there, asked, filterable)),
    'GET /tasks/:uid': (_asked, _sent, { uid }) => {
      const task = tasks[Number(uid)]
      if (!task) return refuse('Task not found.', 404)
      return reply(tellTask(task))
    },
  }
  return {
    answer: playRoutes(routes, {
      isKnown: ({ headers }) => headers.authorization === `Bearer ${KEY}`,
      refuse: (status) => refuse('The provided API key is invalid.', status, 'invalid_api_key'),
    }),
    records: () => index?.all ?? [],
    textOf: ({ fields }) => String(fields.pageContent),
  }
}

function tellTask(task: Task): JsonObject {
  task.asked += 1
  if (task.asked === 1) return { status: 'processing' }
  if (task.status === 'enqueued') {
    task.error = task.run()
    task.status = task.error === undefined ? 'succeeded' : 'failed'
  }
  const { status, error } = task
  return { status, error: error === undefined ? null : { code: error, message: `It failed: ${error}.` } }
}

function putDocuments(there: FakeCollection, body: JsonValue): boolean {
  const records = (body as JsonObject[]).map(({ objectID, _vectors: vectors, ...fields }) => ({
    id: String(objectID),
    vector: readPath(vectors, 'default', 'embeddings') as number[],
    fields,
  }))
  return records.every(({ id }) => /^[\w-]+$/.test(id)) && there.put(records)
}

function search(there: FakeCollection, asked: JsonObject, filterable: readonly JsonValue[]) {
  const { vector, limit, hybrid, filter = [], retrieveVectors } = asked
  const passes = readFilter(filter, filterable)
  if (!passes) return refuse('Attribute is not filterable, or the filter cannot be read.')
  if (readPath(hybrid, 'embedder') !== 'default' || !Array.isArray(vector)) return refuse('No embedder.')
  if (vector.length !== there.dimensions) return refuse('Invalid vector dimensions.')
  const found = there.search(vector as number[], Number(limit), passes)
  const hits = found.map(({ id, fields, cosine, vector: own }) => ({
    objectID: id,
    ...fields,
    _rankingScore: (1 + cosine) / 2,
    ...(retrieveVectors === true && {
      _vectors: { default: { embeddings: [own], regenerate: false } },
    }),
  }))
  return reply({ hits, query: asked.q ?? '' })
}

/** Conditions of a list hold together; each is `name = value`. Undefined for what is none, or may not be filtered by. */
function readFilter(
  filter: JsonValue | undefined,
  filterable: readonly JsonValue[],
): ((fields: JsonObject) => boolean) | undefined {
  const conditions = (filter as string[]).map((each) =>
    /^(?:"((?:\\.|[^"\\])*)"|([\w.]+)) = (?:"((?:\\.|[^"\\])*)"|([\w.]+))$/.exec(each),
  )
  if (conditions.includes(null)) return undefined
  const read = conditions.map((match) => {
    const [, quotedKey, key = '', text, plain = ''] = match ?? []
    const path = (quotedKey === undefined ? key : open(quotedKey)).split('.')
    return { path, value: text === undefined ? (JSON.parse(plain) as JsonValue) : open(text) }
  })
  if (read.some(({ path: [first = ''] }) => !filterable.includes(first))) return undefined
  return (fields) => read.every(({ path, value }) => readPath(fields, ...path) === value)
}

const open = (text: string) => text.replaceAll(/\\(.)/g, '$1')
