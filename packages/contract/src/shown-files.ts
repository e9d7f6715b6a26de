import { isJsonObject } from './json-value.ts'
import type { RunFile } from './run-input.ts'

/** A file as a message shows it: in the reference's form, with the id under which it is kept. */
export interface ShownFile {
  type: 'stored-file' | 'url'
  name: string
  mime: string
  /** The address of one that lies elsewhere. */
  data?: string
  fileId?: string
}

/** Files of a run as its message shows them. */
export function showFiles(files: RunFile[] = []): ShownFile[] {
  return files.map(({ name, mediaType, source }) =>
    'url' in source
      ? { type: 'url', name, mime: mediaType, data: source.url }
      : { type: 'stored-file', name, mime: mediaType, fileId: source.blob },
  )
}

/** The files that a stored message shows, as a run takes them. */
export function readShownFiles(column: string | null): RunFile[] {
  const shown: unknown = column === null ? [] : JSON.parse(column)
  return Array.isArray(shown) ? shown.flatMap(readShownFile) : []
}

function readShownFile(shown: unknown): RunFile[] {
  if (!isJsonObject(shown)) return []
  const { name, mime, data, fileId } = shown
  if (typeof name !== 'string' || typeof mime !== 'string') return []
  if (typeof fileId === 'string') return [{ name, mediaType: mime, source: { blob: fileId } }]
  return typeof data === 'string' ? [{ name, mediaType: mime, source: { url: data } }] : []
}
