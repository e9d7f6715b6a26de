import { type Principal, workspaceOf } from '@runnel/access'
import { type ChunkPage, type JsonObject, RunnelError } from '@runnel/contract'
import { type DocumentChunkRow, refuseUnderWay, type TenantWriter } from '@runnel/db'
import { type Act, auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { refuse } from '../store-work/chosen-component.ts'
import { contentColumns } from '../store-work/chunk-content.ts'
import { listChunks } from './list-chunks.ts'
import { getReadableLoader } from './readable-store.ts'
import { loaderSubject } from './store-entries.ts'

/** Chunks of a loader that somebody changes by hand. */
export interface ChunkPlace {
  storeId: string
  loaderId: string
  chunkId: string
}

type ChunkWriter = TenantWriter['documentStores']['chunks']

interface Changing {
  storeId: string
  loaderId: string
  chunkIds: readonly string[]
  action: Extract<Act['action'], `document-chunk.${string}`>
  /** Gives what the audit log tells of the chunks that there are in place of the others. */
  change(writer: ChunkWriter, rows: DocumentChunkRow[]): Promise<ToldChunk[]>
}

/** A chunk as the audit log tells of it: which one, and never what it says. */
interface ToldChunk {
  chunk: number
  characters: number
}

const tellOf = ({ n, text }: Pick<DocumentChunkRow, 'n' | 'text'>): ToldChunk => ({
  chunk: n,
  characters: text.length,
})

/** Changes chunks of a loader in one transaction, and notes on the loader that it was edited; gives the first page. */
async function changeChunks(
  context: OperationContext,
  principal: Principal,
  { storeId, loaderId, chunkIds, action, change }: Changing,
): Promise<ChunkPage> {
  const workspaceId = workspaceOf(principal)
  const { documentStores: reader } = context.db.read(workspaceId)
  const loader = await getReadableLoader(context, principal, { storeId, loaderId })
  const found = await reader.chunks.findMany(chunkIds)
  const rows = found.filter((row) => row.loaderId === loaderId && row.generation === loader.generation)
  const missing = chunkIds.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined) throw new RunnelError('not_found', `Chunk ${missing} not found`)
  await context.db.write(workspaceId, async ({ documentStores, audit }) => {
    const { store, loaders } = await documentStores.lock(storeId)
    const current = loaders.find(({ id }) => id === loaderId)
    if (!current || current.generation !== loader.generation || current.changes !== loader.changes)
      throw changed()
    refuseUnderWay([store, current], context.now())
    const after = await change(documentStores.chunks, rows)
    const { generation, edits, changes } = current
    const totals = await documentStores.chunks.measure({ loaderId, generation })
    await documentStores.loaders.update(loaderId, { edits: edits + 1, changes: changes + 1, ...totals })
    await audit.append(
      auditEntry(principal, {
        action,
        subject: loaderSubject(store, current),
        before: { chunks: rows.map(tellOf) },
        ...(after.length > 0 && { after: { chunks: after } }),
      }),
    )
  })
  return listChunks(context, principal, { storeId, loaderId, page: 1 })
}

const changed = () =>
  new RunnelError(
    'conflict',
    'The chunks were changed by somebody else. Load them again, then repeat your change.',
  )

/** Changes text and metadata of a chunk. @throws RunnelError `not_found`, `conflict` */
export function updateChunk(
  context: OperationContext,
  principal: Principal,
  { chunkId, ...place }: ChunkPlace & { pageContent: string; metadata?: JsonObject | null | undefined },
): Promise<ChunkPage> {
  const { pageContent, metadata } = place
  return changeChunks(context, principal, {
    ...place,
    chunkIds: [chunkId],
    action: 'document-chunk.updated',
    change: async (chunks, [row]) => {
      if (!row) return []
      const kept = metadata ?? (JSON.parse(row.metadata) as JsonObject)
      await chunks.update(row.id, contentColumns(pageContent, kept))
      return [tellOf({ n: row.n, text: pageContent })]
    },
  })
}

/** Deletes a chunk. @throws RunnelError `not_found`, `conflict` */
export function deleteChunk(
  context: OperationContext,
  principal: Principal,
  { chunkId, ...place }: ChunkPlace,
): Promise<ChunkPage> {
  return changeChunks(context, principal, {
    ...place,
    chunkIds: [chunkId],
    action: 'document-chunk.deleted',
    change: async (chunks, rows) => {
      await chunks.delete(rows.map(({ id }) => id))
      return []
    },
  })
}

/** Makes one chunk of several; it has the metadata of the first. @throws RunnelError `not_found`, `conflict` */
export function mergeChunks(
  context: OperationContext,
  principal: Principal,
  {
    ids,
    separator = '\n',
    ...place
  }: Omit<ChunkPlace, 'chunkId'> & { ids: string[]; separator?: string | undefined },
): Promise<ChunkPage> {
  const chunkIds = [...new Set(ids)]
  if (chunkIds.length < 2) throw refuse('ids', 'Choose at least two different chunks.')
  return changeChunks(context, principal, {
    ...place,
    chunkIds,
    action: 'document-chunk.merged',
    change: async (chunks, [first, ...others]) => {
      if (!first) return []
      const text = [first, ...others].map((row) => row.text).join(separator)
      await chunks.update(first.id, contentColumns(text, JSON.parse(first.metadata) as JsonObject))
      await chunks.delete(others.map(({ id }) => id))
      return [tellOf({ n: first.n, text })]
    },
  })
}

/** Cuts a chunk at some places; each piece has its metadata. @throws RunnelError `not_found`, `invalid_input`, `conflict` */
export function splitChunk(
  context: OperationContext,
  principal: Principal,
  { chunkId, at, ...place }: ChunkPlace & { at: number[] },
): Promise<ChunkPage> {
  return changeChunks(context, principal, {
    ...place,
    chunkIds: [chunkId],
    action: 'document-chunk.split',
    change: async (chunks, [row]) => {
      if (!row) return []
      const [head = '', ...tail] = cut(row.text, at)
      const metadata = JSON.parse(row.metadata) as JsonObject
      const { loaderId, storeId, generation, part, n } = row
      await chunks.moveBack({ loaderId, generation }, n, tail.length)
      await chunks.update(row.id, contentColumns(head, metadata))
      await chunks.insert(
        tail.map((text, index) => ({
          ...contentColumns(text, metadata),
          storeId,
          loaderId,
          generation,
          part,
          n: n + 1 + index,
        })),
      )
      return [head, ...tail].map((text, index) => tellOf({ n: n + index, text }))
    },
  })
}

function cut(text: string, at: readonly number[]): string[] {
  const places = [...new Set(at)].toSorted((a, b) => a - b)
  const pieces = [0, ...places].map((from, index) => text.slice(from, places[index]))
  if (pieces.some((piece) => piece.trim() === '')) {
    throw refuse('at', `Each piece must hold text: the chunk has ${text.length} characters.`)
  }
  return pieces
}
