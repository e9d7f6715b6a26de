import type { JsonObject, JsonValue, RedisWord } from '@runnel/contract'
import { FakeCollection, type FakeRecord, type FakeStore, playQuestions } from '../fake-collection.fixture.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const PASSWORD = 'test-password-of-redis'
const PREFIX = 'doc:Green tea:'

/** Redis in the tests of the family. How words are sent is tested by a server, where that is written. */
export const redisCase: StoreCase = {
  node: 'redis',
  speaks: 'data',
  values: { indexName: 'Green tea' },
  credential: { redisCacheHost: 'tea.redis.example', redisCachePort: '6380', redisCachePwd: PASSWORD },
  places: ['redisCacheHost', 'redisCachePort'],
  hosts: ['tea.redis.example:6380'],
  addressParams: [],
  findsWords: true,
  elsewhere: { indexName: 'nowhere' },
  startFake: startFakeRedis,
}

const latin = (text: string) => Buffer.from(text).toString('latin1')
const floatsOf = (word: RedisWord | undefined) =>
  typeof word === 'object' ? word.floats.map((float) => Math.fround(float)) : []
const readTag = (tag: string) => tag.replaceAll(/\\(.)/gu, '$1')

/** A Redis of one index. */
function startFakeRedis(): FakeStore {
  let index: FakeCollection | undefined
  const run = ([name, ...words]: RedisWord[]): JsonValue | undefined => {
    if (name === 'FT._LIST') return index ? ['Green tea'] : []
    if (name === 'FT.CREATE') {
      if (index || words[0] !== 'Green tea' || words[5] !== PREFIX) return undefined
      index = new FakeCollection(Number(words[words.indexOf('DIM') + 1]))
      return 'OK'
    }
    return index && doings[String(name)]?.(index, words)
  }
  return {
    answer: playQuestions({ protocol: 'redis', password: PASSWORD }, ({ commands }) => {
      const done = commands.map(run)
      return done.includes(undefined) ? undefined : (done as JsonValue[])
    }),
    records: () => index?.all ?? [],
    textOf: ({ fields }) => String(fields.content),
  }
}

type Doing = (index: FakeCollection, words: RedisWord[]) => JsonValue | undefined

const doings: Record<string, Doing> = {
  'FT.INFO': ({ dimensions = 0 }) => [
    'index_name',
    'Green tea',
    'attributes',
    [
      ['identifier', 'content_vector', 'attribute', 'content_vector', 'type', 'VECTOR', 'dim', dimensions],
      ['identifier', 'runnel_source', 'attribute', 'runnel_source', 'type', 'TAG'],
    ],
  ],
  HSET(index, [key, ...words]) {
    const fields: JsonObject = {}
    for (let at = 0; at < words.length - 2; at += 2) fields[String(words[at])] = String(words[at + 1])
    const record = { id: String(key).slice(PREFIX.length), vector: floatsOf(words.at(-1)), fields }
    return index.put([record]) ? 5 : undefined
  },
  DEL(index, keys) {
    index.remove(keys.map((key) => String(key).slice(PREFIX.length)))
    return keys.length
  },
  'FT.SEARCH': (index, words) => {
    if (words.includes('WITHSCORES')) return findWords(index, words)
    return String(words[1]).includes('=>[KNN') ? findNearest(index, words) : list(index, words)
  },
}

function list(index: FakeCollection, words: RedisWord[]): JsonValue {
  const tag = readTag(/^@runnel_source:\{(.*)\}$/.exec(String(words[1]))?.[1] ?? '')
  const from = Number(words[words.indexOf('LIMIT') + 1])
  const found = index.all
    .filter(({ fields }) => fields.runnel_source === tag)
    .map(({ id }) => `${PREFIX}${id}`)
  return [found.length, ...found.slice(from, from + Number(words[words.indexOf('LIMIT') + 2]))]
}

function passesTags(filter: string): (fields: JsonObject) => boolean {
  const tags =
    filter === '*' || filter === ''
      ? []
      : filter.split(' @').map((part) => readTag(part.slice(part.indexOf('{') + 1, -1)))
  return ({ runnel_facts: facts = '' }) => {
    const held = String(facts).split('\u001f')
    return tags.every((tag) => held.includes(tag))
  }
}

function findWords(index: FakeCollection, words: RedisWord[]): JsonValue | undefined {
  const asked = /^(.*?)\s?@content:\(([\p{L}\p{M}\p{N}_|]+)\)$/su.exec(String(words[1]))
  if (!asked) return undefined
  const [, filter = '', wanted = ''] = asked
  const limit = Number(words[words.indexOf('LIMIT') + 2])
  const passes = passesTags(filter)
  const found = index.findWords(wanted, limit, { textKey: 'content', passes })
  return [
    found.length,
    ...found.flatMap(({ id, fields, score }) => [
      `${PREFIX}${id}`,
      String(score),
      ['content', 'metadata'].flatMap((name) => [name, latin(String(fields[name]))]),
    ]),
  ]
}

function findNearest(index: FakeCollection, words: RedisWord[]): JsonValue | undefined {
  const [, filter = '', k = ''] =
    /^\((.*)\)=>\[KNN (\d+) @content_vector \$vector AS /s.exec(String(words[1])) ?? []
  const vector = floatsOf(words[words.indexOf('vector') + 1])
  if (vector.length !== index.dimensions) return undefined
  const passes = passesTags(filter)
  const found = index.search(vector, Number(k), passes)
  return [found.length, ...found.flatMap(tell)]
}

function tell({ id, fields, vector, cosine }: FakeRecord & { cosine: number }): JsonValue[] {
  const bytes = Buffer.from(Float32Array.from(vector).buffer).toString('latin1')
  const own = ['content', 'metadata'].flatMap((name) => [name, latin(String(fields[name]))])
  return [`${PREFIX}${id}`, [...own, 'runnel_distance', String(1 - cosine), 'content_vector', bytes]]
}
