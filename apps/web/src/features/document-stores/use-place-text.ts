import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { useTranslation } from 'react-i18next'

/** Where a chunk stands in its original, as far as its loader and splitter said. */
export interface ChunkPlace {
  source?: string
  page?: number
  lines?: { from: number; to: number }
}

/** Reads that out of the metadata of a chunk. */
export function readPlace(metadata: JsonObject): ChunkPlace {
  const loc = isJsonObject(metadata.loc) ? metadata.loc : {}
  const lines = isJsonObject(loc.lines) ? loc.lines : {}
  const page = numberOf(loc.pageNumber ?? metadata.page)
  const from = numberOf(lines.from)
  const to = numberOf(lines.to)
  return {
    ...(typeof metadata.source === 'string' && { source: metadata.source }),
    ...(page !== undefined && { page }),
    ...(from !== undefined && to !== undefined && { lines: { from, to } }),
  }
}

const numberOf = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined

/** Says where a chunk stands: file, page, lines. Empty where nothing is known. */
export function usePlaceText(): (metadata: JsonObject) => string {
  const { t } = useTranslation('document-stores')
  return (metadata) => {
    const { source, page, lines } = readPlace(metadata)
    return [
      source,
      page === undefined ? undefined : t('chunk.page', { page }),
      lines === undefined ? undefined : t(lines.from === lines.to ? 'chunk.line' : 'chunk.lines', lines),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
