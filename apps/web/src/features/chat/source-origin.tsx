import { Button } from '@mantine/core'
import type { ChunkOrigin, JsonObject } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { focusPlace, isFocusLost } from '../../ui/focus-place.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import type { SourceDocument } from './read-source.ts'

interface SourceOriginProps {
  document: SourceDocument
  metadata: JsonObject
}

/** The way from a passage to where it comes from: a page of the web, or a document that a store keeps. */
export function SourceOrigin({ document, metadata }: SourceOriginProps) {
  const { t } = useTranslation('chat')
  const { address, text: pageContent } = document
  const find = useMutation({
    mutationFn: () => api.findChunkOrigin({ body: { pageContent, metadata } }),
  })
  if (address !== undefined) {
    return <OutsideLink address={address}>{t('origin.page')}</OutsideLink>
  }
  if (find.data) return <Places places={find.data} page={document.page} />
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={find.isPending}
        aria-label={t('origin.findOf', { name: document.name ?? t('sourceUnnamed') })}
        onClick={() => find.mutate()}
      >
        {t('origin.find')}
      </Button>
      {find.error ? <p className="chat-note">{apiErrorMessage(find.error)}</p> : null}
    </>
  )
}

function Places({ places, page }: { places: readonly ChunkOrigin[]; page: number | undefined }) {
  const { t } = useTranslation('chat')
  const told = useFocusInPlaceOfButton()
  if (places.length === 0)
    return (
      <p ref={told} className="chat-note" role="status">
        {t('origin.gone')}
      </p>
    )
  return (
    <ul ref={told} className="source-places">
      {places.map((place) => (
        <li key={place.chunkId}>
          <Link
            to="/document-stores/chunks/$storeId/$fileId"
            params={{ storeId: place.storeId, fileId: place.loaderId }}
            search={{ page: place.page === 1 ? undefined : place.page, chunk: place.chunkId }}
          >
            {t('origin.chunk', { store: place.storeName, n: place.chunkNo })}
          </Link>
          {place.file ? (
            <>
              {' · '}
              <OwnLink address={addressOf(place, page)}>{place.file.name}</OwnLink>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** What was found stands in the place of the button that asked for it, and gets its focus. */
function useFocusInPlaceOfButton() {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = place
    if (current && isFocusLost(document)) focusPlace(current.querySelector('a') ?? current)
  }, [])
  return (element: HTMLElement | null) => {
    place.current = element
  }
}

/** The original, as a browser shows it; viewers of PDFs go to the page. */
function addressOf({ storeId, loaderId, file }: ChunkOrigin, page: number | undefined): string {
  const address = api.addressOf('getLoaderFile', {
    params: { id: storeId, loaderId },
    query: { fileId: file?.id, view: 'inline' },
  })
  return page === undefined ? address : `${address}#page=${page}`
}
