import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { postingJson, type ReadCall, readServerBase, readText } from '@runnel/node-kit'
import { without } from '../flat-metadata.ts'
import { keyHeader } from '../key-header.ts'
import { pageThrough } from '../page-through.ts'
import { readNumbers, readObjects, readPath } from '../read-answers.ts'
import { asOperators, COMPARISONS } from '../store-conditions.ts'
import {
  type Collection,
  type OutsideStore,
  SOURCE_KEY,
  type StoreSearch,
  type StoreServer,
} from '../store-protocol.ts'
import { readName } from '../store-server.ts'

/** Where LangChain keeps the text of a document; its metadata stand beside it. */
const TEXT = 'text'
const KEYSPACE = '/api/json/v1/default_keyspace'
const EXAMPLE = 'https://my-database-us-east1.apps.astra.datastax.com'
const IS_THERE = 'DOCUMENT_ALREADY_EXISTS'

/** Collections of Astra DB by its Data API. The credential holds its address. */
export const astraStore: OutsideStore = {
  filtersBy: [...COMPARISONS, '$exists'],
  address: () => '',
  authorise: () => {
    const token = keyHeader('applicationToken', 'token')
    return async (fields, request) => ({
      ...(await token(fields, request)),
      base: `${readServerBase(fields.dbEndPoint ?? '', EXAMPLE)}${KEYSPACE}`,
    })
  },
  most: { records: 20, deletes: 20 },
  name: (values) => `collection "${readText(values, 'astraCollection')}"`,
  async open(server) {
    const name = nameOf(server)
    const answer = await command(server, {}, { findCollections: { options: { explain: true } } })
    const collections = readObjects(readPath(answer, 'status', 'collections'), server)
    const found = collections.find((each) => each.name === name)
    return found && openCollection(server, readPath(found, 'options', 'vector', 'dimension'))
  },
  async create(server, dimension) {
    const metric = readText(server.values, 'similarityMetric').trim() || 'cosine'
    const options = { vector: { dimension, metric }, indexing: { deny: [TEXT] } }
    await command(server, {}, { createCollection: { name: nameOf(server), options } })
    return openCollection(server, dimension)
  },
}

/** Asks the database of a credential for the names of its collections. A refusal stands in the answer, whatever its status. */
export function testAstra({ applicationToken = '', dbEndPoint = '' }: Record<string, string>): ReadCall {
  const call = postingJson(`${readServerBase(dbEndPoint, EXAMPLE)}${KEYSPACE}`, { findCollections: {} })
  return {
    ...call,
    headers: { ...call.headers, token: applicationToken.trim() },
    findRefusal: (answer) => {
      const [error] = isJsonObject(answer) && Array.isArray(answer.errors) ? answer.errors : []
      if (!isJsonObject(error)) return undefined
      return String(error.message ?? error.errorCode ?? 'It refused.')
    },
  }
}

const nameOf = (server: StoreServer) => readName(server, 'astraCollection', 'a collection')

/** Sends a command. A refusal stands in the answer, whatever its status; those that `passes` names are none. */
async function command(
  server: StoreServer,
  { path = '/', passes = '' }: { path?: string; passes?: string },
  body: JsonObject,
): Promise<JsonValue> {
  const answer = await server.ask({ path, method: 'POST', body })
  const errors = readObjects(readPath(answer, 'errors') ?? [], server)
  const error = errors.find(({ errorCode }) => errorCode !== passes)
  if (!error) return answer
  throw server.refuse(`refused: ${String(error.message ?? error.errorCode).slice(0, 300)}`)
}

function openCollection(server: StoreServer, dimension: JsonValue | undefined): Collection {
  const path = `/${encodeURIComponent(nameOf(server))}`
  return {
    dimensions: typeof dimension === 'number' ? dimension : undefined,
    listIds: (source) =>
      pageThrough<string>(async (pageState) => {
        const filter = { [SOURCE_KEY]: source }
        const options = pageState === undefined ? {} : { pageState }
        const answer = await command(
          server,
          { path },
          { find: { filter, projection: { _id: true }, options } },
        )
        const next = readPath(answer, 'data', 'nextPageState')
        return {
          items: readObjects(readPath(answer, 'data', 'documents'), server).map(({ _id: id }) => String(id)),
          next: typeof next === 'string' ? next : undefined,
        }
      }),
    async put(source, records) {
      const documents = records.map(({ id, vector, pageContent, metadata }) => ({
        ...metadata,
        _id: id,
        $vector: vector,
        [TEXT]: pageContent,
        [SOURCE_KEY]: source,
      }))
      // Ids are made of the content: what is there already is the same.
      await command(
        server,
        { path, passes: IS_THERE },
        { insertMany: { documents, options: { ordered: false } } },
      )
    },
    async remove(_source, ids) {
      await command(server, { path }, { deleteMany: { filter: { _id: { $in: ids } } } })
    },
    async search({ vector, limit, equals, conditions, withVectors }) {
      const answer = await command(
        server,
        { path },
        {
          find: {
            sort: { $vector: vector },
            filter: makeFilter(equals, conditions),
            ...(withVectors && { projection: { '*': true } }),
            options: { limit, includeSimilarity: true },
          },
        },
      )
      return readObjects(readPath(answer, 'data', 'documents'), server).map((held) => ({
        pageContent: readText(held, TEXT),
        metadata: without(held, '_id', '$vector', '$similarity', TEXT, SOURCE_KEY),
        score: Number(held.$similarity ?? 0),
        vector: readNumbers(held.$vector),
      }))
    },
  }
}

/** A value behind each name, as long as nothing else is asked for. */
function makeFilter(equals: StoreSearch['equals'], conditions: StoreSearch['conditions']): JsonObject {
  const values: JsonObject = Object.fromEntries(equals)
  const names = new Set(equals.map(([key]) => key))
  const isPlain = conditions.length === 0 && names.size === equals.length
  if (isPlain) return values
  return { $and: [...equals.map(([key, value]) => ({ [key]: value })), ...conditions.map(asOperators)] }
}
