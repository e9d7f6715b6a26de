import { RunnelError, searchedText } from '@runnel/contract'
import type { CallContext, Component, SearchedDocument, TakenIn } from '@runnel/node-kit'
import { readNumber } from '@runnel/node-kit'
import { getEmbedder } from './get-embedder.ts'
import type { Collection, OutsideStore, StoredRecord } from './store-protocol.ts'
import { openStoreServer } from './store-server.ts'
import { MOST_FIRST } from './wired-sources.ts'

const DEFAULT_DELETES = 500

/** What a source gives now. */
interface Taking {
  component: Component
  source: string
  documents: SearchedDocument[]
  /** What ids are made of beside the content, where not of the source: pieces that change their source stay those they are. */
  named?: string
  /** Whether what is given no more stays. */
  keepsRest?: boolean
}

/**
 * Makes the records of a source in a store what the source gives now: embeds and stores what is not there, then takes away
 * what it gives no more. Records are known by ids made of their content, so that this can end anywhere and be done again.
 */
export async function takeIn(
  store: OutsideStore,
  { component, source, documents, named = source, keepsRest = false }: Taking,
  call: CallContext,
): Promise<TakenIn> {
  const server = openStoreServer(store, component, call)
  let collection = await store.open(server)
  const there = new Set(collection ? await collection.listIds(source) : [])
  const embedder = store.embedsItself ? undefined : getEmbedder(component)
  const given = nameRecords({ source: named, documents, embedder }, call)
  const fresh = [...given].filter(([id]) => !there.has(id))
  const size = Math.max(1, Math.floor(readNumber(component.values, 'batchSize') ?? store.most.records))
  let has = given.size - fresh.length
  for (const batch of cut(fresh, Math.min(size, store.most.records))) {
    call.tellTaken?.(has, given.size)
    // What a document store takes in nobody waits for.
    const isPatient = component.owner !== undefined
    const records = await embedRecords(batch, { embedder, isPatient }, call)
    const vector = records[0]?.vector ?? []
    collection ??= await createCollection(store, component, { vector, call })
    for (const record of records) checkDimensions(store, component, { collection, vector: record.vector })
    for (const part of cutByBytes(records, store.most.bytes)) await collection.put(source, part)
    has += batch.length
  }
  call.tellTaken?.(given.size, given.size)
  const stale = keepsRest ? [] : [...there].filter((id) => !given.has(id))
  for (const ids of cut(stale, store.most.deletes ?? DEFAULT_DELETES)) await collection?.remove(source, ids)
  await collection?.settle?.()
  const first = fresh.slice(0, MOST_FIRST).map(([, { pageContent, metadata }]) => ({ pageContent, metadata }))
  return { added: fresh.length, known: given.size - fresh.length, deleted: stale.length, first }
}

/** The documents by the ids of their records. The same content twice is one; embeddings of another kind are others. */
function nameRecords(
  { source, documents, embedder }: Pick<Taking, 'source' | 'documents'> & { embedder: Component | undefined },
  call: CallContext,
): Map<string, SearchedDocument> {
  const by = embedder && { embedder: { type: embedder.type, values: embedder.values } }
  const isText = ({ pageContent }: SearchedDocument) => pageContent.trim() !== ''
  return new Map(
    documents.filter(isText).map(({ pageContent, metadata, context }) => {
      const content = { pageContent, metadata, ...(context !== undefined && { context }) }
      return [toUuid(call.hash({ source, ...by, ...content })), content]
    }),
  )
}

/** What is stored: with vectors, where the store does not make them. */
async function embedRecords(
  batch: readonly [string, SearchedDocument][],
  { embedder, isPatient }: { embedder: Component | undefined; isPatient: boolean },
  call: CallContext,
): Promise<StoredRecord[]> {
  const texts = batch.map(([, { pageContent, context }]) => searchedText(pageContent, context))
  const vectors = embedder ? await call.embed(embedder, texts, { isPatient }) : []
  return batch.map(([id, { pageContent, metadata }], index) => ({
    pageContent,
    metadata,
    id,
    vector: (vectors[index] ?? []).map(roundToFloat),
  }))
}

/** A UUID of version 8 made of the first bits of a hash. */
function toUuid(hash: string): string {
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(13, 16),
    hash.slice(17, 20),
    hash.slice(20, 32),
  ]
  return `${a}-${b}-8${c}-8${d}-${e}`
}

/** A number as short as 32-bit floats can be told apart: embeddings are no more exact, and requests half as long. */
function roundToFloat(value: number): number {
  return Number(Math.fround(value).toPrecision(9))
}

interface Fitting {
  collection: Collection
  vector: number[]
}

/** @throws RunnelError `invalid_input` where a vector does not fit into the collection */
export function checkDimensions(
  store: OutsideStore,
  { label, values }: Component,
  { collection: { dimensions }, vector }: Fitting,
): void {
  if (dimensions === undefined || dimensions === vector.length) return
  throw new RunnelError(
    'invalid_input',
    `The ${store.name(values)} of ${label} holds vectors of ${dimensions} dimensions, and the embeddings give ${vector.length}. Connect the embeddings that it was filled with, or name another one.`,
  )
}

async function createCollection(
  store: OutsideStore,
  component: Component,
  { vector, call }: { vector: number[]; call: CallContext },
): Promise<Collection> {
  if (store.create) return store.create(openStoreServer(store, component, call), vector.length)
  throw new RunnelError(
    'invalid_input',
    `${component.label} has no ${store.name(component.values)}. Make it there, for vectors of ${vector.length} dimensions, or correct the name in the node.`,
  )
}

function cut<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Records in parts that a server takes in one request; one that is too large alone is the server's to refuse. */
function cutByBytes(records: StoredRecord[], most = Number.POSITIVE_INFINITY): StoredRecord[][] {
  const parts: StoredRecord[][] = []
  let room = 0
  for (const record of records) {
    const size = new TextEncoder().encode(JSON.stringify(record)).length + RECORD_FRAME
    if (size > room) {
      parts.push([])
      room = most
    }
    parts.at(-1)?.push(record)
    room -= size
  }
  return parts
}

/** What a protocol may write around a record, in bytes. */
const RECORD_FRAME = 400
