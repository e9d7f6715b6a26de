import { Alert, Pagination } from '@mantine/core'
import {
  ALL_LOADERS,
  CHUNKS_PER_PAGE,
  type ChunkPage,
  type DocumentChunk,
  type DocumentStore,
} from '@runnel/contract'
import { IconFileSearch, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, ChunkListAddress } from '../../../app/list-address.ts'
import { ListSkeleton } from '../../../ui/list/list-skeleton.tsx'
import { NoMatch } from '../../../ui/list/no-match.tsx'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { PageMessage } from '../../../ui/page-message.tsx'
import { QuestionDialog } from '../retrieval-tests/question-dialog.tsx'
import { chunksQuery } from '../store-queries.ts'
import { BackToStore, StoreScreen } from '../store-screen.tsx'
import { ChunkCard } from './chunk-card.tsx'
import { ChunkDialog } from './chunk-dialog.tsx'
import { useChunkActions } from './use-chunk-actions.ts'
import { useChunkName } from './use-chunk-name.ts'

interface ChunkScreenProps {
  storeId: string
  /** A loader, or `all`. */
  fileId: string
  address: ChunkListAddress
  onAddress: ChangeAddress<ChunkListAddress>
}

/** The chunks of a loader, or of a store: to be read, searched and changed by hand. */
export function ChunkScreen(props: ChunkScreenProps) {
  return <StoreScreen storeId={props.storeId}>{(store) => <Chunks {...props} store={store} />}</StoreScreen>
}

function Chunks({ store, fileId, address, onAddress }: ChunkScreenProps & { store: DocumentStore }) {
  const { t, i18n } = useTranslation('document-stores')
  const { q, page = 1 } = address
  const { data, error, refetch, isPlaceholderData } = useQuery(
    chunksQuery({ storeId: store.id, fileId, page, search: q }),
  )
  const loader = store.loaders.find(({ id }) => id === fileId)
  const number = new Intl.NumberFormat(i18n.language)
  const what = fileId === ALL_LOADERS ? t('chunks.ofAll') : (loader?.loaderName ?? '')
  // The characters are those of all: of what was found only the number is known.
  const figuresOf = ({ count, characters }: ChunkPage) =>
    q
      ? t('chunks.found', { count })
      : t('chunks.figures', { count, chunks: number.format(count), characters: number.format(characters) })
  return (
    <>
      <PageHead
        title={t('chunks.title', { name: store.name })}
        text={data ? `${what} · ${figuresOf(data)}` : what}
      >
        <BackToStore store={store} />
      </PageHead>
      <search className="list-tools">
        <SearchField
          label={t('chunks.search')}
          value={q}
          onSearch={(text) => onAddress({ q: text, page: undefined, chunk: undefined })}
        />
      </search>
      {data?.file?.edited ? (
        <Alert mb="md" role="status" icon={<IconPencil size={18} stroke={1.8} />}>
          {t('chunks.edited')}
        </Alert>
      ) : null}
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <ListSkeleton view="table" /> : null}
      {data && !error ? (
        <div className="dimmed-while-loading" data-loading={isPlaceholderData || undefined}>
          <ChunkList
            store={store}
            data={data}
            wanted={{ fileId, page, search: q }}
            pointedAt={address.chunk}
            onAddress={onAddress}
          />
        </div>
      ) : null}
    </>
  )
}

interface ChunkListProps {
  store: DocumentStore
  data: ChunkPage
  wanted: { fileId: string; page: number; search: string | undefined }
  /** The id of the chunk to which a link led. */
  pointedAt: string | undefined
  onAddress: ChangeAddress<ChunkListAddress>
}

function ChunkList({ store, data, wanted, pointedAt, onAddress }: ChunkListProps) {
  const { t } = useTranslation(['document-stores', 'ui'])
  const [open, setOpen] = useState<DocumentChunk>()
  const [kept, setKept] = useState<DocumentChunk>()
  const nameOf = useChunkName(store, wanted.fileId)
  const { changed, ...actions } = useChunkActions({ storeId: store.id, data, wanted, nameOf })
  const pages = Math.ceil(data.count / CHUNKS_PER_PAGE)
  if (data.count === 0 && wanted.search !== undefined)
    return <NoMatch onClear={() => onAddress({ q: undefined, page: undefined })} />
  if (data.count === 0)
    return <PageMessage icon={IconFileSearch} title={t('chunks.none.title')} text={t('chunks.none.text')} />
  return (
    <>
      <ol className="chunk-list">
        {data.chunks.map((chunk, index) => (
          <ChunkCard
            key={chunk.id}
            chunk={chunk}
            name={nameOf(chunk)}
            isChanged={changed.has(chunk.id)}
            isPointedAt={chunk.id === pointedAt}
            canMerge={actions.canMerge(index)}
            onEdit={() => setOpen(chunk)}
            onMerge={() => void actions.mergeWithNext(index)}
            onDelete={() => void actions.remove(chunk)}
            onKeep={() => setKept(chunk)}
          />
        ))}
      </ol>
      {pages > 1 ? (
        <nav className="paging" aria-label={t('chunks.pages')}>
          <Pagination
            size="sm"
            total={pages}
            value={wanted.page}
            onChange={(page) => onAddress({ page: page === 1 ? undefined : page, chunk: undefined })}
            getControlProps={(control) => ({ 'aria-label': t(`ui:paging.${control}`) })}
            getItemProps={(page) => ({ 'aria-label': t('ui:paging.page', { page }) })}
          />
        </nav>
      ) : null}
      {open ? (
        <ChunkDialog
          chunk={open}
          name={nameOf(open)}
          onSaved={actions.note}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {kept ? (
        <QuestionDialog
          store={store}
          passages={[{ text: kept.pageContent, loaderId: kept.docId }]}
          onClose={() => setKept(undefined)}
        />
      ) : null}
    </>
  )
}
