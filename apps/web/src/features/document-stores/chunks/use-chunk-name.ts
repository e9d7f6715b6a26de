import { ALL_LOADERS, type DocumentChunk, type DocumentStore } from '@runnel/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { tellLoadersApart } from './tell-loaders-apart.ts'

/** How a chunk is called in a list: by its number, and in that of several loaders also by its own. */
export type NameChunk = (chunk: Pick<DocumentChunk, 'docId' | 'chunkNo'>) => string

/** Names the chunks of a loader, or of all loaders of a store. */
export function useChunkName({ loaders }: DocumentStore, fileId: string): NameChunk {
  const { t } = useTranslation('document-stores')
  return useMemo(() => {
    const names = tellLoadersApart(fileId === ALL_LOADERS ? loaders : [])
    return ({ docId, chunkNo: n }) => {
      const loader = names.get(docId)
      return loader === undefined ? String(n) : t('chunk.ofLoader', { n, loader })
    }
  }, [loaders, fileId, t])
}
