import { CHUNKS_PER_PAGE, type ChunkPage, type DocumentChunk } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { queryClient } from '../../../app/query-client.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { deleteRow } from '../../../ui/list/delete-row.ts'
import { notify } from '../../../ui/notifications/notify.ts'
import { chunksQuery, refreshStores } from '../store-queries.ts'
import type { NameChunk } from './use-chunk-name.ts'

interface ShownChunks {
  storeId: string
  data: ChunkPage
  wanted: { fileId: string; page: number; search: string | undefined }
  nameOf: NameChunk
}

/** What is done with the chunks of a page, and which were changed by it. */
export function useChunkActions({ storeId, data, wanted, nameOf }: ShownChunks) {
  const { t } = useTranslation('document-stores')
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const note = async (chunk: DocumentChunk) => {
    setChanged((before) => new Set(before).add(chunk.id))
    await refreshStores()
  }
  const isLastOfAll = (index: number) => isOnLastPage(data, wanted.page) && index === data.chunks.length - 1
  const findNext = async (index: number): Promise<DocumentChunk | undefined> => {
    const here = data.chunks[index + 1]
    if (here) return here
    const following = await queryClient.fetchQuery(chunksQuery({ storeId, ...wanted, page: wanted.page + 1 }))
    return following.chunks[0]
  }
  return {
    changed,
    note,
    /** What a search leaves out may stand between two chunks, and those of two loaders never become one. */
    canMerge: (index: number) => {
      const [chunk, next] = [data.chunks[index], data.chunks[index + 1]]
      if (wanted.search !== undefined || chunk === undefined || isLastOfAll(index)) return false
      return next === undefined || next.docId === chunk.docId
    },
    async mergeWithNext(index: number) {
      const chunk = data.chunks[index]
      try {
        const next = await findNext(index)
        if (chunk === undefined || next?.docId !== chunk.docId) return notify.info(t('chunk.noNext'))
        const body = { ids: [chunk.id, next.id] }
        await api.mergeChunks({ params: { storeId, loaderId: chunk.docId }, body })
        notify.success(t('chunk.merged', { n: chunk.chunkNo, next: next.chunkNo }))
        return await note(chunk)
      } catch (error) {
        return notify.error(t('work.failed', { reason: apiErrorMessage(error) }))
      }
    },
    remove: (chunk: DocumentChunk) => {
      const { id: place, docId: loaderId, pageContent } = chunk
      const n = nameOf(chunk)
      return deleteRow({
        about: place,
        question: {
          title: t('chunk.deletion.title', { n }),
          description: t('chunk.deletion.text', { beginning: pageContent.slice(0, 120) }),
          confirmButtonName: t('chunk.deletion.confirm'),
        },
        remove: () => api.deleteChunk({ params: { storeId, loaderId, place } }),
        refresh: refreshStores,
        done: t('chunk.deletion.done', { n }),
        failed: (message) => t('chunk.deletion.failed', { n, message }),
      })
    },
  }
}

const isOnLastPage = ({ count }: ChunkPage, page: number): boolean => page * CHUNKS_PER_PAGE >= count
