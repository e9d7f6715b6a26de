import {
  isJsonObject,
  isRunnelError,
  type JsonObject,
  type JsonValue,
  type RedisQuestion,
  type RedisWord,
} from '@runnel/contract'
import { reachRedis, readText } from '@runnel/node-kit'
import { pageThrough } from '../page-through.ts'
import {
  type Collection,
  type FoundRecord,
  type OutsideStore,
  SOURCE_KEY,
  type StoreSearch,
  type StoreServer,
  type WordSearch,
} from '../store-protocol.ts'
import { readName } from '../store-server.ts'
import { escapeTag, listFacts, readMetadata, splitWords, writeMetadata } from './redis-words.ts'

const PAGE = 1000
/** What is known of a text, each as one tag, so that a search can ask for it. */
const FACTS_KEY = 'runnel_facts'
const SEPARATOR = '\u001f'

/** Indexes of Redis over hashes. Text, metadata and vector stand in the fields where LangChain puts them. */
export const redisStore: OutsideStore = {
  most: { records: 100, bytes: 5_000_000 },
  name: (values) => `index "${readText(values, 'indexName')}"`,
  async open(server) {
    const names = await run(server, [['FT._LIST']])
    if (!Array.isArray(names[0])) throw server.refuse()
    return names[0].includes(indexOf(server)) ? openIndex(server, await readAttributes(server)) : undefined
  },
  async create(server, dimensions) {
    const { content, metadata, vector } = keysOf(server)
    const index = indexOf(server)
    const ofVector = [
      'VECTOR',
      'HNSW',
      '6',
      'TYPE',
      'FLOAT32',
      'DIM',
      String(dimensions),
      'DISTANCE_METRIC',
      'COSINE',
    ]
    const fields = [vector, ...ofVector, content, 'TEXT', metadata, 'TEXT', 'NOINDEX']
    const command = ['FT.CREATE', index, 'ON', 'HASH', 'PREFIX', '1', prefixOf(server), 'SCHEMA', ...fields]
    const made = openIndex(server, { dimensions, isTagged: true })
    return doOnce(
      () => run(server, [[...command, ...TAGS]]).then(() => made),
      () => redisStore.open(server),
    )
  },
}

/** What Redis refuses to do again is looked for; where it is not there, the refusal stands. */
async function doOnce<There>(
  act: () => Promise<There>,
  look: () => Promise<There | undefined>,
): Promise<There> {
  try {
    return await act()
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'upstream_error') throw error
    const there = await look()
    if (there === undefined) throw error
    return there
  }
}

const TAGS = [SOURCE_KEY, 'TAG', FACTS_KEY, 'TAG', 'SEPARATOR', SEPARATOR, 'CASESENSITIVE']
const indexOf = (server: StoreServer) => readName(server, 'indexName', 'an index')
const prefixOf = (server: StoreServer) => `doc:${indexOf(server)}:`

function keysOf({ values }: StoreServer): { content: string; metadata: string; vector: string } {
  return {
    content: readText(values, 'contentKey').trim() || 'content',
    metadata: readText(values, 'metadataKey').trim() || 'metadata',
    vector: readText(values, 'vectorKey').trim() || 'content_vector',
  }
}

function run(server: StoreServer, commands: RedisWord[][], how: Omit<RedisQuestion, 'commands'> = {}) {
  return server.askData('redis', reachRedis, { commands, ...how })
}

interface Attributes {
  dimensions: number | undefined
  /** Whether sources can be searched for. */
  isTagged: boolean
}

/** What an index says of its fields: lists of names and values by turns. */
async function readAttributes(server: StoreServer): Promise<Attributes> {
  const [described] = await run(server, [['FT.INFO', indexOf(server)]])
  const attributes = readPairs(described).attributes
  if (!Array.isArray(attributes)) throw server.refuse()
  const fields = attributes.map(readPairs)
  const named = (name: string) =>
    fields.find(({ attribute, identifier }) => attribute === name || identifier === name)
  const dimensions = Number(named(keysOf(server).vector)?.dim)
  return {
    dimensions: Number.isInteger(dimensions) ? dimensions : undefined,
    isTagged: named(SOURCE_KEY) !== undefined,
  }
}

function readPairs(list: JsonValue | undefined): JsonObject {
  if (isJsonObject(list)) return list
  const entries = Array.isArray(list) ? list : []
  return Object.fromEntries(
    entries.flatMap((name, at) => (at % 2 === 0 ? [[String(name), entries[at + 1] ?? null]] : [])),
  )
}

function openIndex(server: StoreServer, { dimensions, isTagged }: Attributes): Collection {
  const index = indexOf(server)
  const keys = keysOf(server)
  const keyOf = (id: string) => `${prefixOf(server)}${id}`
  return {
    dimensions,
    async listIds(source) {
      if (!isTagged) await addTags(server)
      const query = `@${SOURCE_KEY}:{${escapeTag(source)}}`
      return pageThrough<number>(async (from = 0) => {
        const page = ['NOCONTENT', 'LIMIT', String(from), String(PAGE), 'DIALECT', '2']
        const [found] = await run(server, [['FT.SEARCH', index, query, ...page]])
        if (!Array.isArray(found)) throw server.refuse()
        const items = found.slice(1).map((key) => String(key).slice(prefixOf(server).length))
        return { items, next: items.length < PAGE ? undefined : from + PAGE }
      })
    },
    async put(source, records) {
      const commands = records.map(({ id, pageContent, metadata, vector }) => [
        'HSET',
        keyOf(id),
        ...[keys.content, pageContent, keys.metadata, writeMetadata(metadata)],
        ...[SOURCE_KEY, source, FACTS_KEY, listFacts(metadata).join(SEPARATOR)],
        keys.vector,
        { floats: vector },
      ])
      await run(server, commands)
    },
    async remove(_source, ids) {
      await run(server, [['DEL', ...ids.map(keyOf)]])
    },
    search: (search) => find(server, search),
    searchWords: (search) => findWords(server, search),
  }
}

/** Without these fields an index that somebody else made cannot be searched for sources. */
function addTags(server: StoreServer): Promise<true> {
  return doOnce<true>(
    async () => {
      await run(server, [['FT.ALTER', indexOf(server), 'SCHEMA', 'ADD', ...TAGS]])
      return true
    },
    async () => (await readAttributes(server)).isTagged || undefined,
  )
}

const SCORE = 'runnel_distance'

/** The facts that a search asks for, in the language of queries; undefined where no text can meet them. */
function writeFilter({ equals }: WordSearch): string | undefined {
  const facts = listFacts(Object.fromEntries(equals))
  // What is too long to be a tag is known of no text.
  if (facts.length < equals.length) return undefined
  return facts.map((fact) => `@${FACTS_KEY}:{${escapeTag(fact)}}`).join(' ')
}

/** Texts that have one of the words, as Redis ranks them. */
async function findWords(server: StoreServer, search: WordSearch): Promise<FoundRecord[]> {
  const keys = keysOf(server)
  const filter = writeFilter(search)
  const words = splitWords(search.query)
  if (filter === undefined || words.length === 0) return []
  const query = `${filter} @${keys.content}:(${words.join('|')})`.trim()
  const command = [
    ...['FT.SEARCH', indexOf(server), query, 'WITHSCORES', 'RETURN', '2', keys.content, keys.metadata],
    ...['LIMIT', '0', String(search.limit), 'DIALECT', '2'],
  ]
  const [found] = await run(server, [command], { asBytes: true })
  if (!Array.isArray(found)) throw server.refuse()
  // A number, and then by turns a key, its score and its fields.
  return found.flatMap((score, at) =>
    at % 3 === 2 ? [{ ...readHeld(readPairs(found[at + 1]), keys), score: Number(score) }] : [],
  )
}

async function find(server: StoreServer, search: StoreSearch): Promise<FoundRecord[]> {
  const keys = keysOf(server)
  const filter = writeFilter(search)
  if (filter === undefined) return []
  const query = `(${filter || '*'})=>[KNN ${search.limit} @${keys.vector} $vector AS ${SCORE}]`
  const wanted = [keys.content, keys.metadata, SCORE, ...(search.withVectors ? [keys.vector] : [])]
  const command: RedisWord[] = [
    ...['FT.SEARCH', indexOf(server), query, 'PARAMS', '2', 'vector', { floats: search.vector }],
    ...['RETURN', String(wanted.length), ...wanted, 'SORTBY', SCORE],
    ...['LIMIT', '0', String(search.limit), 'DIALECT', '2'],
  ]
  const [found] = await run(server, [command], { asBytes: true })
  if (!Array.isArray(found)) throw server.refuse()
  return found.flatMap((fields, at) => {
    if (at === 0 || at % 2 === 1) return []
    const held = readPairs(fields)
    const record = { ...readHeld(held, keys), score: 1 - Number(held[SCORE]) }
    return [search.withVectors ? { ...record, vector: readFloats(String(held[keys.vector] ?? '')) } : record]
  })
}

function readHeld(held: JsonObject, keys: ReturnType<typeof keysOf>) {
  const text = (name: string) => decodeText(String(held[name] ?? ''))
  return { pageContent: text(keys.content), metadata: readMetadata(text(keys.metadata)) }
}

const bytesOf = (letters: string) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
const decodeText = (letters: string) => new TextDecoder().decode(bytesOf(letters))

function readFloats(letters: string): number[] {
  const bytes = bytesOf(letters)
  const view = new DataView(bytes.buffer)
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => view.getFloat32(at * 4, true))
}
