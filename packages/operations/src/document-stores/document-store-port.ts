import type { DocumentStorePort } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { readWithPatience } from '../storage-patience.ts'
import { vectorStoreOf } from './index-components.ts'
import { hashJson, readLiveIndex } from './stored-store.ts'

/** Chunks that are read at once. */
const CHUNKS_AT_ONCE = 1_000

/** The document stores of one workspace, as its runs see them. `consent` is told where their credentials may go. */
export function createDocumentStorePort(
  context: OperationContext,
  workspaceId: string,
  consent: Map<string, string[]>,
): DocumentStorePort {
  const reader = context.db.read(workspaceId).documentStores
  return {
    async find(id, flowId) {
      const store = await readWithPatience(context, () => reader.find(id))
      if (!store) return undefined
      const loaders = await readWithPatience(context, () => reader.listLoaders([id]))
      const version = hashJson(loaders.map((loader) => ({ id: loader.id, changes: loader.changes })))
      const common = { id, name: store.name, description: store.description ?? '', version }
      const live = readLiveIndex(store)
      if (!live) return common
      consent.set(flowId, [...(consent.get(flowId) ?? []), ...live.consentedHosts])
      const { component, retrieverOutput } = vectorStoreOf(context.catalogue, live, { storeId: id, parts: live.parts })
      return { ...common, vectorStore: component, ...(retrieverOutput !== undefined && { retrieverOutput }) }
    },
    async readChunks(id, part) {
      const loaders = await readWithPatience(context, () => reader.listLoaders([id]))
      const wanted = loaders.filter((loader) => part === undefined || loader.id === part.loaderId)
      const twice = new Set(part?.twice)
      const documents = []
      for (const { id: loaderId, generation, totalChunks } of wanted) {
        const last = part?.to ?? (totalChunks === 0 ? 0 : Number.MAX_SAFE_INTEGER)
        for (let from = part?.from ?? 1; from <= last; ) {
          const rows = await readWithPatience(context, () =>
            reader.chunks.list({ loaderId, generation }, { offset: 0, limit: CHUNKS_AT_ONCE, from, to: last }),
          )
          for (const { n, text, metadata } of rows) {
            if (!twice.has(n)) documents.push({ pageContent: text, metadata: JSON.parse(metadata) })
          }
          if (rows.length < CHUNKS_AT_ONCE) break
          from = (rows.at(-1)?.n ?? last) + 1
        }
      }
      return documents
    },
  }
}
