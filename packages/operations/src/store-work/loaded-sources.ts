import { errorMessage, type LoaderSource, type LoaderSources } from '@runnel/contract'
import type { DocumentLoaderRow } from '@runnel/db'
import type { Document, LoadedPiece } from '@runnel/node-kit'

/** Sources that are kept by name; of those that are more, only the number is. */
const MOST_KEPT = 1_000

/** A source as the row of its loader keeps it. */
interface StoredSource {
  id: string
  name: string
  chunks?: number
  error?: string
}

/** What came of the sources of a loader: how many there are and how many could not be read, and these first. */
export interface StoredSources {
  total: number
  failed: number
  list: StoredSource[]
}

/** How many sources of a loader were read so far, those among them that could not be, and where it is known of how many. */
export interface SourceCount {
  done: number
  failed: number
  total?: number
}

/** Counts what comes of the sources of a loader while it is read. */
export interface SourceTally {
  /** Takes note of a piece; gives its documents. */
  take(piece: LoadedPiece): { documents: Document[]; told: StoredSource[] }
  /** As far as it is read; undefined for a loader that tells of no sources. */
  count(): SourceCount | undefined
  /** Undefined for a loader that tells of no sources. */
  result(): StoredSources | undefined
}

/** Begins to count, from what is known already of sources that are not read now. */
export function tallySources(known?: StoredSources): SourceTally {
  const read = known?.list.filter(({ error }) => error === undefined) ?? []
  const failed: StoredSource[] = []
  const counts = { read: known ? known.total - known.failed : 0, failed: 0 }
  let total = known?.total
  const note = (source: StoredSource) => {
    const [list, kind] =
      source.error === undefined ? ([read, 'read'] as const) : ([failed, 'failed'] as const)
    counts[kind] += 1
    if (list.length < MOST_KEPT) list.push(source)
  }
  return {
    take(piece) {
      if (Array.isArray(piece)) return { documents: withText(piece), told: [] }
      const told = piece.sources.map(({ source, documents, fault }): StoredSource => {
        const { id, name } = source
        if (fault === undefined) return { id, name, chunks: withText(documents).length }
        return { id, name, error: errorMessage(fault) }
      })
      for (const source of told) note(source)
      total ??= piece.of
      return { documents: withText(piece.sources.flatMap(({ documents }) => documents)), told }
    },
    count() {
      const { read: whole, failed: faulty } = counts
      if (whole + faulty === 0) return undefined
      return { done: whole + faulty, failed: faulty, ...(total !== undefined && { total }) }
    },
    result() {
      const all = counts.read + counts.failed
      if (all === 0 && !known) return undefined
      return { total: all, failed: counts.failed, list: [...failed, ...read].slice(0, MOST_KEPT) }
    },
  }
}

const withText = (documents: readonly Document[]) =>
  documents.filter(({ pageContent }) => pageContent.trim() !== '')

/** What came of the sources of a loader when it was read last; null where it tells of none. The layer wrote the JSON. */
export const readSourcesOf = ({ sources }: Pick<DocumentLoaderRow, 'sources'>): StoredSources | null =>
  sources === null ? null : (JSON.parse(sources) as StoredSources)

/** Those that could not be read the last time, where all of them are known and the settings are those of then. */
export function sourcesToRetry(loader: DocumentLoaderRow): StoredSources | undefined {
  const { generation, processedSettings, settings } = loader
  const sources = readSourcesOf(loader)
  if (!sources || generation === 0 || processedSettings !== settings) return undefined
  return sources.failed > 0 && sources.failed <= MOST_KEPT ? sources : undefined
}

/** The sources of a loader on the wire, as many as are shown. */
export function presentSources(loader: DocumentLoaderRow, most: number): LoaderSources | undefined {
  const sources = readSourcesOf(loader)
  if (!sources) return undefined
  const list = sources.list.slice(0, most).map(
    ({ id, name, chunks, error }): LoaderSource => ({
      id,
      name,
      status: error === undefined ? 'SYNC' : 'STALE',
      ...(error !== undefined && { error }),
      ...(chunks !== undefined && { totalChunks: chunks }),
    }),
  )
  return { total: sources.total, failed: sources.failed, list }
}
