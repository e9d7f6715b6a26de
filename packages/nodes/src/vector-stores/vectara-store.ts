import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { type Authorise, readFilterText, readNumber, readText } from '@runnel/node-kit'
import { without } from './flat-metadata.ts'
import { keyHeader } from './key-header.ts'
import { pageThrough } from './page-through.ts'
import { readObjects, readPath } from './read-answers.ts'
import {
  type Collection,
  type FoundRecord,
  type HttpStore,
  SOURCE_KEY,
  type StoreSearch,
  type StoreServer,
} from './store-protocol.ts'

const API = 'https://api.vectara.io/v2/corpora'
/** The most documents that Vectara lists at once. */
const PAGE = 100
/** What Vectara advises, and Flowise asks where its node says 0. */
const USUAL_LAMBDA = 0.025
const USUAL_SENTENCES = 2
const USUAL_VARIED = 50

/** A corpus of Vectara by its API v2; `usual` is how many pieces are found where the node does not say. */
export const makeVectaraStore = (usual: number): HttpStore => ({
  embedsItself: true,
  defaultLimit: usual,
  address: () => '',
  authorise: () => byKey,
  most: { records: 100, deletes: 100 },
  name: () => 'corpus',
  // A key that may search and store may not always read what the corpus is: nothing is asked of it first.
  open: async (server) => openCorpus(server),
})

/** The key of the corpus is a part of every path. */
const byKey: Authorise = async (fields, request) => {
  const corpus = (fields.corpusID ?? '').trim()
  if (!/^[\w=-]{1,50}$/.test(corpus))
    throw new RunnelError(
      'missing_credential',
      'The credential names no corpus of Vectara. Open it and write the key of one corpus, of letters, digits, “_”, “-” and “=”.',
    )
  return { ...(await keyHeader('apiKey', 'x-api-key')(fields, request)), base: `${API}/${corpus}` }
}

function openCorpus(server: StoreServer): Collection {
  return {
    listIds: (source) => listDocuments(server, source),
    async put(source, records) {
      for (const { id, pageContent, metadata } of records) {
        const title = readText(metadata, 'title')
        await server.ask({
          path: '/documents',
          method: 'POST',
          body: {
            id,
            type: 'structured',
            ...(title !== '' && { title }),
            metadata: { ...metadata, [SOURCE_KEY]: source },
            sections: [{ text: pageContent }],
          },
        })
      }
    },
    async remove(_source, ids) {
      for (const id of ids)
        await server.find({ path: `/documents/${encodeURIComponent(id)}`, method: 'DELETE' })
    },
    async search(search) {
      const { results } = await queryCorpus(server, search)
      return results
    },
  }
}

/**
 * The ids of the documents of a source: all documents of the corpus are looked through, since a corpus filters by what it was
 * made to filter by alone. None for a key that may not list them: then nothing is taken away.
 */
export function listDocuments(server: StoreServer, source: string): Promise<string[]> {
  return pageThrough<string>(async (from) => {
    const place = from === undefined ? '' : `&page_key=${encodeURIComponent(from)}`
    const answer = await server.find({ path: `/documents?limit=${PAGE}${place}` }, [403])
    if (answer === undefined) return { items: [], next: undefined }
    const documents = readObjects(readPath(answer, 'documents'), server)
    const next = readPath(answer, 'metadata', 'page_key')
    return {
      items: documents
        .filter((document) => readPath(document, 'metadata', SOURCE_KEY) === source)
        .map(({ id }) => String(id)),
      next: typeof next === 'string' && next !== '' ? next : undefined,
    }
  })
}

/** What a corpus gave for a query. */
interface Queried {
  results: FoundRecord[]
  answer: JsonValue
}

/** Asks a corpus; with `generation` it answers as well. */
export async function queryCorpus(
  server: StoreServer,
  { query, limit, equals }: Pick<StoreSearch, 'query' | 'limit' | 'equals'>,
  generation?: JsonObject,
): Promise<Queried> {
  const body = {
    query,
    search: describeSearch(server, limit, equals),
    stream_response: false,
    ...(generation && { generation }),
  }
  const answer = await server.find({ path: '/query', method: 'POST', body })
  if (answer === undefined) {
    const said = server.saidAbsent()
    throw server.refuse(
      `knows no such corpus${generation ? ', or no such summarizer' : ''}. Check the key of the corpus in the credential: a number alone is none${said === '' ? '' : `. It says: ${said}`}`,
    )
  }
  const found = readObjects(readPath(answer, 'search_results'), server).map(asRecord)
  const fits = ({ metadata }: FoundRecord) => equals.every(([key, value]) => metadata[key] === value)
  // An answer names its pieces by their place, so that none of them may go.
  return { results: generation ? found : found.filter(fits).slice(0, limit), answer }
}

/** How a corpus is searched; more than wanted is asked for where the most varied ones are chosen. */
function describeSearch(server: StoreServer, limit: number, equals: StoreSearch['equals']): JsonObject {
  const { values } = server
  const bias = readNumber(values, 'mmrDiversityBias') ?? 0
  const filter = makeFilter(server, equals)
  return {
    limit: bias > 0 ? Math.max(limit, readNumber(values, 'mmrK') ?? USUAL_VARIED) : limit,
    offset: 0,
    lexical_interpolation: readNumber(values, 'lambda') || USUAL_LAMBDA,
    ...(filter !== '' && { metadata_filter: filter }),
    context_configuration: {
      sentences_before: readNumber(values, 'sentencesBefore') ?? USUAL_SENTENCES,
      sentences_after: readNumber(values, 'sentencesAfter') ?? USUAL_SENTENCES,
    },
    ...(bias > 0 && { reranker: { type: 'mmr', diversity_bias: bias } }),
  }
}

/** A piece with what is known of it and of its document, as Flowise gives them. */
function asRecord({
  text,
  score,
  part_metadata: ofPart,
  document_metadata: ofDocument,
}: JsonObject): FoundRecord {
  const metadata = { ...asObject(ofPart), ...asObject(ofDocument) }
  return { pageContent: String(text ?? ''), metadata: without(metadata, SOURCE_KEY), score: Number(score) }
}

const asObject = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {})

function makeFilter(server: StoreServer, equals: StoreSearch['equals']): string {
  const { label } = server
  const own = readFilterText(server, 'filter', quote)
  const conditions = equals.map(([key, value]) => {
    if (!/^[A-Za-z_]\w*$/.test(key))
      throw new RunnelError('invalid_input', `${label} cannot filter by ${key}.`)
    return `doc.${key} = ${typeof value === 'string' ? quote(value) : value}`
  })
  return [...(own === '' ? [] : [`(${own})`]), ...conditions].join(' AND ')
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
