import { Box } from '@mantine/core'
import type { JsonObject } from '@runnel/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { JsonView } from '../../ui/json-view.tsx'
import './chunk-text.css'

interface ChunkTextProps {
  head: string
  /** Where it stands in its original. */
  place: string
  text: string
  metadata: JsonObject
  /** How many characters at its beginning repeat the chunk before. */
  repeated?: number
  /** At the end of its head. */
  action?: ReactNode
}

/** A chunk to be read: its text with what repeats the one before, where it stands, its metadata. */
export function ChunkText({ head, place, text, metadata, repeated = 0, action }: ChunkTextProps) {
  const { t } = useTranslation('document-stores')
  return (
    <>
      <div className="chunk-head">
        <strong>{head}</strong>
        {place ? <span className="store-note">{place}</span> : null}
        {repeated > 0 ? <span className="store-note">{t('chunk.repeated', { count: repeated })}</span> : null}
        {action}
      </div>
      <Box className="chunk-body" tabIndex={0} role="group" aria-label={head}>
        {repeated > 0 ? <mark>{text.slice(0, repeated)}</mark> : null}
        {text.slice(repeated)}
      </Box>
      {Object.keys(metadata).length === 0 ? null : (
        <details className="chunk-metadata">
          <summary>{t('chunk.metadata')}</summary>
          <JsonView label={t('chunk.metadata')} value={metadata} />
        </details>
      )}
    </>
  )
}
