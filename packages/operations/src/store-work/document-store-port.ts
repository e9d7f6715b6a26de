import type { JsonObject } from '@runnel/contract'
import type { DocumentChunkRow, DocumentLoaderFacts } from '@runnel/db'
import type { DocumentStorePort } from '@runnel/engine'
import type { SearchedDocument, StoredPart } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { readWithPatience } from '../storage-patience.ts'
import { listReadable, listSearchable, type MayRead, readerOfFlow } from './document-access.ts'
import { vectorStoreOf } from './index-components.ts'
import { hashJson, readLiveIndex } from './stored-store.ts'

/** Chunks that are read at once. */
const CHUNKS_AT_ONCE = 1_000
/** PostgreSQL counts places with 32 bits. */
const LAST_PLACE = 2 ** 31 - 1

/** Whose document stores a run sees. */
export interface DocumentStoreScope {
  workspaceId: string
  /** The store whose index the run makes or asks. */
  ofStore?: string | undefined
  /** Is told where the credentials of each store may go. */
  consent: Map<string, string[]>
}

/** The document stores of one workspace, as its runs see them: each flow what its own tags let it read. */
export function createDocumentStorePort(
  context: OperationContext,
  { workspaceId, ofStore, consent }: DocumentStoreScope,
): DocumentStorePort {
  const tenant = context.db.read(workspaceId)
  const reader = tenant.documentStores
  // Work of a store is no flow and carries no tags. Its index alone, which names parts, is made of all; a loader reads what
  // is everybody's, also of its own store: whoever sets it up chooses where the text goes.
  const readerFor = async (flowId: string): Promise<MayRead> =>
    readerOfFlow(await readWithPatience(context, () => tenant.flows.find(flowId)))
  const listLoaders = (id: string) => readWithPatience(context, () => reader.listLoaderFacts([id]))
  return {
    async find(id, flowId) {
      const store = await readWithPatience(context, () => reader.find(id))
      if (!store) return undefined
      const loaders = await listLoaders(id)
      const mayRead = await readerFor(flowId)
      const version = hashJson(
        listReadable(loaders, mayRead).map((loader) => ({ id: loader.id, changes: loader.changes })),
      )
      const common = { id, name: store.name, description: store.description ?? '', version }
      const live = readLiveIndex(store)
      if (!live) return common
      consent.set(id, live.consentedHosts)
      const parts = {
        storeId: id,
        parts: listSearchable(context.catalogue, { store, loaders, live }, mayRead),
      }
      const { component, retrieverOutput, reranker } = vectorStoreOf(context.catalogue, live, parts)
      return {
        ...common,
        vectorStore: component,
        ...(retrieverOutput !== undefined && { retrieverOutput }),
        ...(reranker && { reranker }),
      }
    },
    async readChunks(id, { flowId, part }) {
      const mayRead = part && id === ofStore ? () => true : await readerFor(flowId)
      const loaders = listReadable(await listLoaders(id), mayRead)
      const wanted = part ? loaders.filter((loader) => loader.id === part.loaderId) : loaders
      const documents: SearchedDocument[] = []
      for (const loader of wanted) documents.push(...(await readOf(context, loader, part)))
      return documents
    },
  }
}

/** The chunks of a loader, or a part of them, some at a time. */
async function readOf(
  context: OperationContext,
  { id: loaderId, workspaceId, generation }: DocumentLoaderFacts,
  { from = 1, to = LAST_PLACE, twice = [], context: contexts }: Partial<StoredPart> = {},
): Promise<SearchedDocument[]> {
  const { chunks } = context.db.read(workspaceId).documentStores
  const left = new Set(twice)
  const documents: SearchedDocument[] = []
  for (let next = from; next <= to; ) {
    const slice = { offset: 0, limit: CHUNKS_AT_ONCE, from: next, to }
    const rows = await readWithPatience(context, () => chunks.list({ loaderId, generation }, slice))
    const told = contexts === undefined ? NONE : await readContexts(context, workspaceId, rows)
    documents.push(...rows.filter(({ n }) => !left.has(n)).map((row) => asDocument(row, told)))
    next = rows.length < CHUNKS_AT_ONCE ? to + 1 : (rows.at(-1)?.n ?? to) + 1
  }
  return documents
}

const NONE: ReadonlyMap<string, string> = new Map()

function asDocument(
  { text, metadata, contextKey }: DocumentChunkRow,
  told: ReadonlyMap<string, string>,
): SearchedDocument {
  const context = contextKey === null ? undefined : told.get(contextKey)
  // The layer wrote the JSON of an object.
  const document = { pageContent: text, metadata: JSON.parse(metadata) as JsonObject }
  return context === undefined ? document : { ...document, context }
}

/** What is said of the places of chunks, by its keys. */
async function readContexts(
  context: OperationContext,
  workspaceId: string,
  rows: readonly DocumentChunkRow[],
): Promise<ReadonlyMap<string, string>> {
  const { contexts } = context.db.read(workspaceId).documentStores
  const keys = rows.flatMap(({ contextKey }) => contextKey ?? [])
  const [storeId = ''] = rows.map((row) => row.storeId)
  const found = await readWithPatience(context, () => contexts.find(storeId, keys))
  return new Map(found.map((each) => [each.key, each.context]))
}
