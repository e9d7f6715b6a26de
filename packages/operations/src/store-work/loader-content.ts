import { createHash } from 'node:crypto'
import type { DocumentLoaderRow } from '@runnel/db'

/** A hash of what was read of all parts; null where one could not be read. */
export function contentHashOf(parts: readonly { hash?: string }[]): string | null {
  const hashes = parts.flatMap(({ hash }) => hash ?? [])
  return hashes.length === parts.length ? createHash('sha256').update(hashes.join()).digest('hex') : null
}

/** Whether the chunks that stand are those of what was read now. */
export function isSameContent(loader: DocumentLoaderRow, parts: readonly { hash?: string }[]): boolean {
  const { generation, contentHash, settings, processedSettings } = loader
  const isKnown = generation > 0 && contentHash !== null && settings === processedSettings
  return isKnown && contentHash === contentHashOf(parts)
}
