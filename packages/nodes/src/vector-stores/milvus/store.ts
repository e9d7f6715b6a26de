import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { readFilterText, readText } from '@runnel/node-kit'
import { without } from '../flat-metadata.ts'
import { checkHeader } from '../key-header.ts'
import { pageThrough } from '../page-through.ts'
import { readNumbers, readObjects, readPath } from '../read-answers.ts'
import { asSimilarity } from '../score.ts'
import {
  type Collection,
  type OutsideStore,
  SOURCE_KEY,
  type StoreSearch,
  type StoreServer,
} from '../store-protocol.ts'
import { readAddress, readName } from '../store-server.ts'

const PAGE = 1000
const NO_COLLECTION = 100
/** How its limits refuse, by HTTP and before that. */
const BUSY = { key: 'code', isOneOf: ['1807', '8'] }
const ID = 'langchain_primaryid'
const VECTOR = 'langchain_vector'

/**
 * Collections of Milvus by version 2 of its REST interface. One that is made here has ids of ours and takes any metadata; one
 * that gives ids itself can be searched, but not filled: nothing in it could be known again.
 */
export const milvusStore: OutsideStore = {
  address: (component) => readAddress(component, 'milvusServerUrl', 'http://localhost:19530'),
  authorise:
    () =>
    ({ milvusUser = '', milvusPassword = '' }) =>
      milvusUser === ''
        ? {}
        : { headers: { authorization: `Bearer ${checkHeader(`${milvusUser}:${milvusPassword}`)}` } },
  most: { records: 100, bytes: 5_000_000 },
  name: (values) => `collection "${readText(values, 'milvusCollection')}"`,
  async open(server) {
    const answer = await server.ask({
      path: pathOf('collections/describe'),
      method: 'POST',
      body: nameOf(server),
    })
    return readPath(answer, 'code') === NO_COLLECTION
      ? undefined
      : openCollection(server, readData(server, answer))
  },
  async create(server, dimension) {
    await ask(server, 'collections/create', {
      ...nameOf(server),
      dimension,
      metricType: 'COSINE',
      idType: 'VarChar',
      autoID: false,
      primaryFieldName: ID,
      vectorFieldName: VECTOR,
      params: { max_length: '64', consistencyLevel: 'Strong' },
    })
    await makePartition(server)
    return openCollection(server, await ask(server, 'collections/describe', {}))
  },
}

const pathOf = (verb: string) => `/v2/vectordb/${verb}`
const nameOf = (server: StoreServer) => ({
  collectionName: readName(server, 'milvusCollection', 'a collection'),
})

async function ask(server: StoreServer, verb: string, body: JsonObject): Promise<JsonValue> {
  const whole = { ...nameOf(server), ...body }
  return readData(
    server,
    await server.ask({ path: pathOf(verb), method: 'POST', body: whole, busyWhen: BUSY }),
  )
}

/** What an answer holds; a refusal has a code of its own, whatever its status. */
function readData(server: StoreServer, answer: JsonValue): JsonValue {
  const code = readPath(answer, 'code')
  if (code === 0) return readPath(answer, 'data') ?? null
  if (typeof code !== 'number') throw server.refuse()
  throw server.refuse(`refused: ${String(readPath(answer, 'message') ?? code).slice(0, 300)}`)
}

function openCollection(server: StoreServer, described: JsonValue): Collection {
  const fields = readObjects(readPath(described, 'fields'), server)
  const vectors = fields.find(({ type }) => type === 'FloatVector')
  if (!vectors) throw server.refuse('keeps no vectors of floats in this collection. Name another one')
  const vectorField = String(vectors.name)
  const dimensions = Number(
    readObjects(vectors.params ?? null, server).find(({ key }) => key === 'dim')?.value ?? Number.NaN,
  )
  const primary = fields.find(({ primaryKey }) => primaryKey === true)
  const primaryField = String(primary?.name ?? ID)
  const index = readObjects(readPath(described, 'indexes') ?? [], server).find(
    ({ fieldName }) => fieldName === vectorField,
  )
  const textField = readText(server.values, 'milvusTextField').trim() || 'langchain_text'
  const partition = readText(server.values, 'milvusPartition').trim()
  const checkIds = () => {
    if (primary?.autoId !== true && primary?.type === 'VarChar') return
    throw new RunnelError(
      'invalid_input',
      `The ${milvusStore.name(server.values)} of ${server.label} does not take ids from outside, so that nothing in it could be known again. Name a new collection: it is made as needed.`,
    )
  }
  return {
    dimensions: Number.isFinite(dimensions) ? dimensions : undefined,
    listIds: async (source) => {
      checkIds()
      await makePartition(server)
      return pageThrough<number>(async (offset = 0) => {
        const filter = `${SOURCE_KEY} == ${JSON.stringify(source)}`
        const body = { filter, outputFields: [primaryField], limit: PAGE, offset, ...namesOf(partition) }
        const found = readObjects(await ask(server, 'entities/query', body), server)
        const ids = found.map((entity) => String(entity[primaryField]))
        return { items: ids, next: ids.length === 0 ? undefined : offset + ids.length }
      })
    },
    async put(source, records) {
      checkIds()
      const data = records.map(({ id, vector, pageContent, metadata }) => ({
        ...metadata,
        [primaryField]: id,
        [vectorField]: vector,
        [textField]: pageContent,
        [SOURCE_KEY]: source,
      }))
      await ask(server, 'entities/upsert', { data, ...(partition !== '' && { partitionName: partition }) })
    },
    async remove(_source, ids) {
      const filter = `${primaryField} in ${JSON.stringify(ids)}`
      await ask(server, 'entities/delete', { filter, ...(partition !== '' && { partitionName: partition }) })
    },
    async search(search) {
      const filter = makeFilter(server, search)
      const found = await ask(server, 'entities/search', {
        data: [search.vector],
        annsField: vectorField,
        limit: search.limit,
        outputFields: ['*'],
        ...namesOf(partition),
        ...(filter !== '' && { filter }),
      })
      return readObjects(found, server).map((entity) => ({
        pageContent: readText(entity, textField),
        metadata: without(entity, primaryField, 'id', vectorField, textField, 'distance', SOURCE_KEY),
        score: asSimilarity(
          readPath(index, 'metricType') === 'L2' ? 'distance' : 'similarity',
          entity.distance,
        ),
        vector: readNumbers(entity[vectorField]),
      }))
    },
  }
}

/** A partition that is there already is left as it is. */
async function makePartition(server: StoreServer): Promise<void> {
  const partitionName = readText(server.values, 'milvusPartition').trim()
  if (partitionName !== '' && partitionName !== '_default')
    await ask(server, 'partitions/create', { partitionName })
}

const namesOf = (partition: string) => (partition === '' ? {} : { partitionNames: [partition] })

function makeFilter(server: StoreServer, { equals }: StoreSearch): string {
  const { label } = server
  const own = readFilterText(server, 'milvusFilter', JSON.stringify)
  const conditions = equals.map(([key, value]) => {
    if (/^[A-Za-z_]\w*$/.test(key)) return `${key} == ${JSON.stringify(value)}`
    throw new RunnelError(
      'invalid_input',
      `${label} cannot filter by ${key}: a name has letters, digits and _ only.`,
    )
  })
  return [...(own === '' ? [] : [`(${own})`]), ...conditions].join(' and ')
}
