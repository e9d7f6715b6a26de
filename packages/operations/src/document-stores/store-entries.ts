import type { ChosenNode } from '@runnel/contract'
import type { DocumentLoaderRow, DocumentStoreRow } from '@runnel/db'
import { readFiles, readVectorSettings } from '../store-work/stored-store.ts'

type Named = Pick<DocumentStoreRow, 'id' | 'name'>

/** A store as the audit log names it. */
export const storeSubject = ({ id, name }: Named) => ({ kind: 'document-store', id, name })

/** A loader as the audit log names it: with its store. */
export const loaderSubject = (store: Named, { id, loaderName }: { id: string; loaderName: string }) => ({
  kind: 'document-loader',
  id,
  name: `${store.name}: ${loaderName}`,
})

const nameOf = (node: ChosenNode | null | undefined) => node?.name ?? null

/** What of a store the audit log looks at. */
export type ToldStore = Parameters<typeof readVectorSettings>[0] &
  Pick<DocumentStoreRow, 'id' | 'name' | 'description'>

/** What the audit log tells of a store: which nodes make its vectors, and none of their settings. */
export function tellOfStore(row: ToldStore) {
  const { vectorStore, embedding, recordManager, contextModel, reranker } = readVectorSettings(row)
  return {
    name: row.name,
    description: row.description,
    vectorStore: nameOf(vectorStore),
    embedding: nameOf(embedding),
    recordManager: nameOf(recordManager),
    contextModel: nameOf(contextModel),
    reranker: nameOf(reranker),
  }
}

/** What the audit log tells of a loader: neither its settings nor what it reads. */
export const tellOfLoader = (
  row: Pick<DocumentLoaderRow, 'loaderId' | 'loaderName' | 'splitterId' | 'files'>,
) => ({
  name: row.loaderName,
  type: row.loaderId,
  splitter: row.splitterId || null,
  files: readFiles(row).length,
})
