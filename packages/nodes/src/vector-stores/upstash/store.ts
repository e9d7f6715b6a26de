import { isJsonObject, RunnelError } from '@runnel/contract'
import { readFilterText, readServerBase, readText } from '@runnel/node-kit'
import { without } from '../flat-metadata.ts'
import { keyHeader } from '../key-header.ts'
import { pageThrough } from '../page-through.ts'
import { readNumbers, readObjects, readPath } from '../read-answers.ts'
import { type OutsideStore, SOURCE_KEY, type StoreSearch, type StoreServer } from '../store-protocol.ts'

const PAGE = 1000
/** Where LangChain keeps the text of a vector. */
const TEXT = '_pageContentLC'
const EXAMPLE = 'https://my-index-eu1-vector.upstash.io'

/** An index of Upstash Vector, which the credential names. The id of a vector begins with its source, by which vectors are listed. */
export const upstashStore: OutsideStore = {
  address: () => '',
  authorise: () => {
    const token = keyHeader('UPSTASH_VECTOR_REST_TOKEN', 'authorization', 'Bearer')
    return async (fields, request) => ({
      ...(await token(fields, request)),
      base: readServerBase(fields.UPSTASH_VECTOR_REST_URL ?? '', EXAMPLE),
    })
  },
  most: { records: 100, bytes: 900_000, deletes: 1000 },
  name: () => 'index',
  async open(server) {
    const dimension = readPath(await server.ask({ path: '/info' }), 'result', 'dimension')
    if (typeof dimension !== 'number') throw server.refuse()
    const ask = async (path: string, body: Parameters<StoreServer['ask']>[0]['body']) =>
      readPath(await server.ask({ path, method: 'POST', ...(body !== undefined && { body }) }), 'result')
    return {
      dimensions: dimension,
      listIds: (source) =>
        pageThrough<string>(async (cursor = '0') => {
          const prefix = `${source}#`
          const answer = await ask('/range', { cursor, prefix, limit: PAGE })
          const vectors = readObjects(readPath(answer, 'vectors'), server)
          const next = readPath(answer, 'nextCursor')
          return {
            items: vectors.map(({ id }) => String(id).slice(prefix.length)),
            next: typeof next === 'string' && next !== '' ? next : undefined,
          }
        }),
      async put(source, records) {
        const vectors = records.map(({ id, vector, pageContent, metadata }) => ({
          id: `${source}#${id}`,
          vector,
          metadata: { ...metadata, [TEXT]: pageContent, [SOURCE_KEY]: source },
        }))
        await ask('/upsert', vectors)
      },
      async remove(source, ids) {
        await server.ask({
          path: '/delete',
          method: 'DELETE',
          body: { ids: ids.map((id) => `${source}#${id}`) },
        })
      },
      async search(search) {
        const filter = makeFilter(server, search)
        const answer = await ask('/query', {
          vector: search.vector,
          topK: search.limit,
          includeMetadata: true,
          includeVectors: search.withVectors,
          ...(filter !== '' && { filter }),
        })
        return readObjects(answer, server).map(({ metadata, score, vector }) => {
          const held = isJsonObject(metadata) ? metadata : {}
          return {
            pageContent: readText(held, TEXT),
            metadata: without(held, TEXT, SOURCE_KEY),
            score: Number(score),
            vector: readNumbers(vector),
          }
        })
      },
    }
  },
}

function makeFilter(server: StoreServer, { equals }: StoreSearch): string {
  const { label } = server
  const own = readFilterText(server, 'upstashMetadataFilter', writeLiteral)
  const conditions = equals.map(([key, value]) => {
    const literal = writeLiteral(value)
    if (literal !== undefined && /^[A-Za-z_][\w.]*$/.test(key)) return `${key} = ${literal}`
    throw new RunnelError('invalid_input', `${label} cannot filter by ${key} and this value.`)
  })
  return [...(own === '' ? [] : [`(${own})`]), ...conditions].join(' AND ')
}

/** A value in a filter: a text has the quotes that are not in it. */
function writeLiteral(value: string | number | boolean): string | undefined {
  if (typeof value !== 'string') return String(value)
  if (value.includes('\\')) return undefined
  return ["'", '"'].filter((quote) => !value.includes(quote)).map((quote) => `${quote}${value}${quote}`)[0]
}
