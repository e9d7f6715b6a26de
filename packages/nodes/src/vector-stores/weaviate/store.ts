import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { type Component, readNumber, readSwitch, readText } from '@runnel/node-kit'
import { flattenMetadata, without } from '../flat-metadata.ts'
import { keyHeader } from '../key-header.ts'
import { pageThrough } from '../page-through.ts'
import { readNumbers, readObjects, readPath } from '../read-answers.ts'
import { asSimilarity } from '../score.ts'
import {
  type Collection,
  type OutsideStore,
  SOURCE_KEY,
  type StoreRequest,
  type StoreSearch,
  type StoreServer,
} from '../store-protocol.ts'
import { makeOnce, readAddress, readFilter, readName } from '../store-server.ts'
import { checkName, writeGraphql } from './write-graphql.ts'

const PAGE = 1000
/** Types of properties that can be asked for by their name alone. */
const PLAIN = ['text', 'string', 'int', 'number', 'boolean', 'date', 'uuid']

/** Classes of Weaviate by REST and GraphQL. Text and metadata are properties, what lies inside each other with `_` between. */
export const weaviateStore: OutsideStore = {
  address: readServer,
  authorise: () => keyHeader('weaviateApiKey', 'authorization', 'Bearer'),
  most: { records: 100, bytes: 5_000_000 },
  name: (values) => `index "${readText(values, 'weaviateIndex')}"`,
  async open(server) {
    const found = await server.find({ path: `/v1/schema/${classOf(server)}` })
    if (found === undefined) return undefined
    const collection = openClass(server, found)
    return { ...collection, dimensions: await measure(server) }
  },
  async create(server, dimensions) {
    const text = { name: textKeyOf(server), dataType: ['text'] }
    const source = { name: SOURCE_KEY, dataType: ['text'], tokenization: 'field' }
    const described = {
      class: classOf(server),
      vectorizer: 'none',
      vectorIndexConfig: { distance: 'cosine' },
      properties: [text, source],
    }
    const request: StoreRequest = { path: '/v1/schema', method: 'POST', body: described }
    const before = { refusals: [422], open: weaviateStore.open }
    const collection = (await makeOnce(server, request, before)) ?? openClass(server, described)
    return { ...collection, dimensions: collection.dimensions ?? dimensions }
  },
}

/** The address of the server: of one that is named without a scheme the kind of connection says it. */
function readServer(component: Component): string {
  const { values } = component
  const host = readText(values, 'weaviateHost').trim()
  const kind = readText(values, 'weaviateConnectionType')
  const isSecure =
    kind === 'local' ? false : kind !== 'custom' || readSwitch(values, 'weaviateHttpSecure', true)
  const isBare = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$|^[\w-]+:\d+$/.test(host)
  const weaviateHost = isBare ? `${isSecure ? 'https' : 'http'}://${host}` : host
  return readAddress(
    { ...component, values: { weaviateHost } },
    'weaviateHost',
    'https://my-cluster.weaviate.cloud',
  )
}

/** The name of the class; Weaviate begins all of them with a capital. */
function classOf(server: StoreServer): string {
  const name = checkName(readName(server, 'weaviateIndex', 'an index'), server.label)
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

const textKeyOf = (server: StoreServer) =>
  checkName(readText(server.values, 'weaviateTextKey').trim() || 'text', server.label)

/** How long the vectors of a class are, by one of them: its schema does not say. */
async function measure(server: StoreServer): Promise<number | undefined> {
  const [object] = await getObjects(server, '(limit: 1)', '_additional { vector }')
  const { length } = readNumbers(readPath(object, '_additional', 'vector'))
  return length === 0 ? undefined : length
}

async function getObjects(server: StoreServer, args: string, fields: string): Promise<JsonObject[]> {
  const name = classOf(server)
  const body = { query: `{ Get { ${name}${args} { ${fields} } } }` }
  const answer = await server.ask({ path: '/v1/graphql', method: 'POST', body })
  const error = readPath(answer, 'errors', 0, 'message')
  if (error !== undefined) throw server.refuse(`refused: ${String(error).slice(0, 300)}`)
  return readObjects(readPath(answer, 'data', 'Get', name), server)
}

function openClass(server: StoreServer, described: JsonValue): Collection {
  const properties = readObjects(readPath(described, 'properties'), server)
  const types = new Map(properties.map(({ name, dataType }) => [String(name), String(readPath(dataType, 0))]))
  const textKey = textKeyOf(server)
  const distance = readPath(described, 'vectorIndexConfig', 'distance')
  const className = classOf(server)
  return {
    async listIds(source) {
      if (!types.has(SOURCE_KEY)) return []
      const where = writeGraphql({ path: [SOURCE_KEY], operator: 'Equal', valueText: source }, server.label)
      return pageThrough<number>(async (offset = 0) => {
        const args = `(where: ${where} limit: ${PAGE} offset: ${offset})`
        const objects = await getObjects(server, args, '_additional { id }')
        const ids = objects.map((object) => String(readPath(object, '_additional', 'id')))
        return { items: ids, next: ids.length === 0 ? undefined : offset + ids.length }
      })
    },
    async put(source, records) {
      const objects = records.map(({ id, vector, pageContent, metadata }) => ({
        class: className,
        id,
        vector,
        properties: { ...nameProperties(metadata), [textKey]: pageContent, [SOURCE_KEY]: source },
      }))
      const answer = await server.ask({ path: '/v1/batch/objects', method: 'POST', body: { objects } })
      const fault = readObjects(answer, server).map((each) =>
        readPath(each, 'result', 'errors', 'error', 0, 'message'),
      )
      const refused = fault.find((message) => message !== undefined)
      if (refused !== undefined) throw server.refuse(`refused a piece: ${String(refused).slice(0, 300)}`)
    },
    async remove(_source, ids) {
      const where = { path: ['id'], operator: 'ContainsAny', valueTextArray: ids }
      const body = { match: { class: className, where }, output: 'minimal' }
      await server.ask({ path: '/v1/batch/objects', method: 'DELETE', body })
    },
    async search(search) {
      const told = listTold(server, types, textKey)
      // Weaviate compares the words of a text, so that what only resembles a value passes its filter.
      const compared = search.equals
        .map(([key]) => key)
        .filter((key) => types.has(key) && !told.includes(key))
      const vector = search.withVectors ? ' vector' : ''
      const fields = `${[textKey, ...told, ...compared].join(' ')} _additional { id distance score${vector} }`
      const objects = await getObjects(server, `(${writeSearch(server, search, types)})`, fields)
      const equal = objects.filter((object) => search.equals.every(([key, value]) => object[key] === value))
      return equal.map((object) => {
        const { distance: far, score, vector: own } = (object._additional ?? {}) as JsonObject
        const isHybrid = typeof far !== 'number'
        const kind = distance === 'l2-squared' || distance === 'manhattan' ? 'distance' : 'cosineDistance'
        const known = Object.entries(without(object, textKey, '_additional', ...compared)).filter(
          ([, value]) => value !== null,
        )
        return {
          pageContent: readText(object, textKey),
          metadata: Object.fromEntries(known),
          score: isHybrid ? asSimilarity('similarity', score) : asSimilarity(kind, far),
          vector: readNumbers(own),
        }
      })
    },
  }
}

/** Metadata under names that properties may have. */
function nameProperties(metadata: JsonObject): JsonObject {
  const flat = flattenMetadata(metadata, { separator: '_', keepsLists: true })
  const named = Object.entries(flat).map(([key, value]) => {
    const name = key.replace(/\W/g, '_')
    return [/^[A-Za-z_]/.test(name) && name !== 'id' ? name : `_${name}`, value]
  })
  return Object.fromEntries(named)
}

/** The properties that are told: those that the node names, else all that can be. */
function listTold(server: StoreServer, types: ReadonlyMap<string, string>, textKey: string): string[] {
  const text = readText(server.values, 'weaviateMetadataKeys').trim()
  const wanted = text === '' ? undefined : readNames(text)
  return [...types]
    .filter(
      ([name, type]) => name !== textKey && name !== SOURCE_KEY && PLAIN.includes(type.replace('[]', '')),
    )
    .map(([name]) => name)
    .filter((name) => wanted === undefined || wanted.includes(name))
}

function readNames(text: string): string[] {
  try {
    const names: JsonValue = JSON.parse(text)
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return text.split(',').map((name) => name.trim())
  }
}

function writeSearch(server: StoreServer, search: StoreSearch, types: ReadonlyMap<string, string>): string {
  const { label, values } = server
  const alpha = readNumber(values, 'alpha')
  const { vector, query } = search
  const near =
    alpha === undefined
      ? `nearVector: ${writeGraphql({ vector }, label)}`
      : `hybrid: ${writeGraphql({ query, vector, alpha: Math.min(1, Math.max(0, alpha)) }, label)}`
  const where = makeFilter(server, search, types)
  return `${near} limit: ${search.limit}${where ? ` where: ${writeGraphql(where, label)}` : ''}`
}

function makeFilter(
  server: StoreServer,
  { equals }: StoreSearch,
  types: ReadonlyMap<string, string>,
): JsonObject | undefined {
  const own = readFilter(server, 'weaviateFilter')
  const conditions = equals.map(([key, value]) => ({
    path: [checkName(key, server.label)],
    operator: 'Equal',
    [valueKeyOf(value, types.get(key))]: value,
  }))
  const operands = [...(own && isJsonObject(own) ? [own] : []), ...conditions]
  return operands.length > 1 ? { operator: 'And', operands } : operands[0]
}

function valueKeyOf(value: string | number | boolean, type: string | undefined): string {
  if (typeof value === 'string') return type === 'date' ? 'valueDate' : 'valueText'
  if (typeof value === 'boolean') return 'valueBoolean'
  return type === 'int' ? 'valueInt' : 'valueNumber'
}
