import type { JsonObject, JsonValue } from '@runnel/contract'
import {
  FakeCollection,
  type FakeRoute,
  type FakeStore,
  playRoutes,
  reply,
} from '../fake-collection.fixture.ts'
import { embedWords } from '../open-store.fixture.ts'
import type { StoreCase } from '../store-case.fixture.ts'

const KEY = 'test-key-of-vectara'
const CORPUS = 'tea_house_3'
const CORPUS_PATH = `/v2/corpora/${CORPUS}`
/** A list is answered in pages of so many, so that there are several. */
const PAGE = 3
const WRITERS = ['vectara-summary-ext-v1.2.0', 'mockingbird-1.0-2024-07-16']
const OF_PART = { lang: 'eng', section: 1 }

/** The login of the fake. */
export const VECTARA_LOGIN = { customerID: '1526022105', corpusID: CORPUS, apiKey: KEY }

/** Vectara in the tests of the family. */
export const vectaraCase: StoreCase = {
  node: 'vectara',
  values: {},
  credential: VECTARA_LOGIN,
  places: ['customerID', 'corpusID'],
  wrongCredential: { ...VECTARA_LOGIN, apiKey: 'another-key-of-vectara' },
  hosts: ['api.vectara.io'],
  addressParams: [],
  filter: { param: 'filter', tea: "doc.topic = 'tea'" },
  flattens: (metadata) => ({ ...OF_PART, ...metadata }),
  embedsItself: true,
  startFake: startFakeVectara,
}

const refuse = (status: number, ...messages: string[]) =>
  reply({ field_errors: {}, messages, request_id: '1' }, status)

/** A Vectara of one corpus, which makes vectors of the words that it knows, and answers by naming what it found. */
export function startFakeVectara(): FakeStore {
  const corpus = new FakeCollection()
  const put = (id: string, document: { text: string; metadata: JsonValue }) => {
    const held = corpus.all.find((record) => record.id === id)
    if (held && JSON.stringify(held.fields) !== JSON.stringify(document))
      return refuse(409, `A document with id ${id} is there already.`)
    corpus.put([{ id, vector: embedWords([document.text])[0] ?? [], fields: document }])
    return reply({ id, metadata: document.metadata, storage_usage: { bytes_used: 1 } }, 201)
  }
  const routes: Record<string, FakeRoute> = {
    [`GET ${CORPUS_PATH}/documents`]: (_asked, { url }) => {
      const from = Number(url.searchParams.get('page_key') ?? 0)
      const limit = Math.min(PAGE, Number(url.searchParams.get('limit') ?? 10))
      const documents = corpus.all.slice(from, from + limit).map(({ id, fields }) => ({
        id,
        metadata: fields.metadata as JsonValue,
      }))
      const isLast = from + limit >= corpus.all.length
      return reply({ documents, metadata: { page_key: isLast ? '' : String(from + limit) } })
    },
    [`POST ${CORPUS_PATH}/documents`]: ({ id, type, metadata = {}, sections }) => {
      const [{ text = '' } = {}] = (sections ?? []) as { text?: string }[]
      if (type !== 'structured' || typeof id !== 'string') return refuse(400, 'It is no structured document.')
      return put(id, { text, metadata })
    },
    [`DELETE ${CORPUS_PATH}/documents/:id`]: (_asked, _sent, { id = '' }) => {
      if (!corpus.has(id)) return refuse(404, 'There is no such document.')
      corpus.remove([id])
      return { status: 204, headers: {}, body: '' }
    },
    [`POST ${CORPUS_PATH}/upload_file`]: (asked, { text }) => {
      const read = readUpload(asked, text)
      return read
        ? put(read.name, { text: read.text, metadata: read.metadata })
        : refuse(400, 'There is no file.')
    },
    [`POST ${CORPUS_PATH}/query`]: (asked) => answerQuery(corpus, asked),
  }
  return {
    answer: playRoutes(routes, {
      isKnown: ({ headers }) => headers['x-api-key'] === KEY,
      refuse: (status) => refuse(status, status === 401 ? 'Invalid API key.' : 'There is no such corpus.'),
    }),
    records: () => corpus.all,
    textOf: ({ fields }) => String(fields.text),
  }
}

function answerQuery(
  corpus: FakeCollection,
  { query, search, generation, stream_response: streams }: JsonObject,
) {
  const {
    limit,
    metadata_filter: filter = '',
    context_configuration: around,
  } = search as { limit: number; metadata_filter?: string; context_configuration?: JsonValue }
  const passes = readFilter(filter)
  if (!passes || streams !== false || !around) return refuse(400, `The filter cannot be read: ${filter}`)
  const found = corpus.search(embedWords([String(query)])[0] ?? [], limit, ({ metadata }) =>
    passes(metadata as JsonObject),
  )
  const results = found.map(({ id, fields, cosine }) => ({
    text: fields.text as string,
    score: cosine,
    part_metadata: OF_PART,
    document_metadata: fields.metadata as JsonValue,
    document_id: id,
    request_corpora_index: 0,
  }))
  if (!generation) return reply({ search_results: results })
  const { generation_preset_name: writer, max_used_search_results: most } = generation as JsonObject
  if (!WRITERS.includes(String(writer))) return refuse(404, `There is no generation preset ${writer}.`)
  // The best piece is not the first that the answer names.
  const named = results.slice(0, Number(most)).map(({ text }, index) => `${text} [${index + 1}]`)
  return reply({ summary: named.toReversed().join('; '), response_language: 'eng', search_results: results })
}

/** Conditions that are joined by AND, each of which compares a field of the document; undefined for what is none. */
function readFilter(filter: string): ((metadata: JsonObject) => boolean) | undefined {
  if (filter === '') return () => true
  const read = filter
    .split(/ AND (?=doc\.|\()/)
    .map((each) => /^\(?doc\.(\w+) = (?:'((?:''|[^'])*)'|([\w.]+))\)?$/.exec(each))
  if (read.includes(null)) return undefined
  return (metadata) =>
    read.every((match) => {
      const [, key = '', text, plain = ''] = match ?? []
      const wanted: JsonValue =
        text === undefined ? (JSON.parse(plain) as JsonValue) : text.replaceAll("''", "'")
      return metadata[key] === wanted
    })
}

/** A file as it comes in a form: its name, and its text where its bytes came too. */
function readUpload({ file, metadata }: JsonObject, body: string) {
  const [name] = Array.isArray(file) ? file : []
  const [told = '{}'] = Array.isArray(metadata) ? metadata : []
  if (typeof name !== 'string') return undefined
  const [, text = name] = /filename="[^"]+"(?:[^\r]|\r(?!\n\r))*\r\n\r\n([^\r]*)\r\n--/.exec(body) ?? []
  return { name, text, metadata: JSON.parse(String(told)) as JsonValue }
}
