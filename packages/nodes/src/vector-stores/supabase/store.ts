import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { addQuery, readFilterText, readText } from '@runnel/node-kit'
import { without } from '../flat-metadata.ts'
import { checkHeader } from '../key-header.ts'
import { pageThrough } from '../page-through.ts'
import { readNumbers, readObjects } from '../read-answers.ts'
import {
  type Collection,
  type OutsideStore,
  SOURCE_KEY,
  type StoreSearch,
  type StoreServer,
} from '../store-protocol.ts'
import { readAddress, readFilter, readName } from '../store-server.ts'
import { readConditions } from './read-conditions.ts'

const PAGE = 1000
/** Our id of a row, in its metadata: the table's own may be a number. */
const ID_KEY = 'runnel_id'
const ANY_ID = '00000000-0000-4000-8000-000000000000'

/** Tables of Supabase by its REST interface, with the columns that LangChain uses. */
export const supabaseStore: OutsideStore = {
  address: (component) =>
    `${readAddress(component, 'supabaseProjUrl', 'https://my-project.supabase.co')}/rest/v1`,
  authorise:
    () =>
    ({ supabaseApiKey = '' }) => {
      const key = supabaseApiKey.trim()
      return key === '' ? {} : { headers: { apikey: checkHeader(key), authorization: `Bearer ${key}` } }
    },
  most: { records: 100, bytes: 5_000_000, deletes: 100 },
  name: (values) => `table "${readText(values, 'tableName')}"`,
  async open(server) {
    const path = `/${encodeURIComponent(readName(server, 'tableName', 'a table'))}`
    const found = await server.find({ path: `${path}?select=id,embedding&limit=1` })
    if (found === undefined) return undefined
    const [row] = readObjects(found, server)
    return openTable(server, path, row)
  },
}

function openTable(server: StoreServer, path: string, row: JsonObject | undefined): Collection {
  /** A table's ids are numbers or UUIDs, as its maker chose; an empty one tells when it is asked for one. */
  const hasNumbers = async () => {
    if (row) return typeof row.id === 'number'
    const found = await server.find({ path: `${path}?select=id&id=eq.${ANY_ID}&limit=1` }, [400])
    return found === undefined || readObjects(found, server) === undefined
  }
  return {
    dimensions: row && readNumbers(row.embedding).length,
    listIds: (source) =>
      pageThrough<number>(async (offset = 0) => {
        const query = {
          select: `rid:metadata->>${ID_KEY}`,
          [`metadata->>${SOURCE_KEY}`]: `eq.${source}`,
          order: 'id',
          limit: PAGE,
          offset,
        }
        const rows = readObjects(await server.ask({ path: withQuery(path, query) }), server)
        return {
          items: rows.map(({ rid }) => String(rid)),
          next: rows.length === 0 ? undefined : offset + rows.length,
        }
      }),
    async put(source, records) {
      const asNumber = await hasNumbers()
      const rows = records.map(({ id, vector, pageContent, metadata }) => ({
        id: asNumber ? toNumber(id) : id,
        content: pageContent,
        metadata: { ...metadata, [SOURCE_KEY]: source, [ID_KEY]: id },
        embedding: vector,
      }))
      const headers = { prefer: 'resolution=merge-duplicates,return=minimal' }
      await server.ask({ path: `${path}?on_conflict=id`, method: 'POST', headers, body: rows })
    },
    async remove(source, ids) {
      const query = {
        [`metadata->>${SOURCE_KEY}`]: `eq.${source}`,
        [`metadata->>${ID_KEY}`]: `in.(${ids.join()})`,
      }
      await server.ask({
        path: withQuery(path, query),
        method: 'DELETE',
        headers: { prefer: 'return=minimal' },
      })
    },
    search: (search) => searchTable(server, search),
  }
}

async function searchTable(server: StoreServer, search: StoreSearch) {
  const name = readName(server, 'queryName', 'a function')
  const filter = makeFilter(server, search)
  if (filter === undefined) return []
  const path = withQuery(`/rpc/${encodeURIComponent(name)}`, {
    ...readConditions(readFilterText(server, 'supabaseRPCFilter', JSON.stringify), server.label),
    limit: search.limit,
  })
  const body = { query_embedding: search.vector, filter, match_count: search.limit }
  const rows = readObjects(await server.ask({ path, method: 'POST', body }), server)
  if (search.withVectors && rows.some(({ embedding }) => embedding === undefined)) {
    throw new RunnelError(
      'invalid_input',
      `The function "${name}" of ${server.label} gives no column embedding, which this search type compares. Add it to the function, or choose Similarity.`,
    )
  }
  return rows.map(({ content, metadata, similarity, embedding }) => ({
    pageContent: String(content ?? ''),
    metadata: isJsonObject(metadata) ? without(metadata, SOURCE_KEY, ID_KEY) : {},
    score: Number(similarity ?? 0),
    vector: readNumbers(embedding),
  }))
}

/** What the metadata must hold; undefined where it would have to hold two values at once. */
function makeFilter(server: StoreServer, { equals }: StoreSearch): JsonObject | undefined {
  const filter: Record<string, JsonValue> = { ...readFilter(server, 'supabaseMetadataFilter') }
  for (const [key, value] of equals) {
    if (filter[key] !== undefined && filter[key] !== value) return undefined
    filter[key] = value
  }
  return filter
}

/** The first 60 bits of a UUID as a number, in words: it is larger than the numbers of JSON are exact. */
function toNumber(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '').slice(0, 12)}${id.slice(-3)}`).toString()
}

function withQuery(path: string, params: JsonObject): string {
  const { pathname, search } = new URL(addQuery(`https://store${path}`, params))
  return `${pathname}${search}`
}
