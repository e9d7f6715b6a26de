import { errorMessage, type LoaderSource, type LoaderSources } from '@runnel/contract'
import type { DocumentLoaderRow } from '@runnel/db'
import type { Document, LoadedPiece, LoadedSource } from '@runnel/node-kit'
import type { LedgerEntry, SourceLedger, StandingChunks } from './source-ledger.ts'

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

/** Documents as they were read now, or chunks that stand in their place. */
export type Given = Document[] | StandingChunks

/** Counts what comes of the sources of a loader while it is read. */
export interface SourceTally {
  /** Takes note of a piece; gives its documents, and chunks that stand, in their order. */
  take(piece: LoadedPiece): { given: Given[]; told: StoredSource[] }
  /** The sources so far whose versions are known, with the places of their chunks. */
  ledger(): SourceLedger
  /** As far as it is read; undefined for a loader that tells of no sources. */
  count(): SourceCount | undefined
  /** Undefined for a loader that tells of no sources. */
  result(): StoredSources | undefined
}

/** What is known before a loader is read. */
interface KnownSources {
  /** Sources that are not read now. */
  sources?: StoredSources
  /** Those whose chunks stand as long as their version does. */
  ledger?: SourceLedger | undefined
  /** Chunks that stand in front of all that is read now, with their sources. */
  carried?: { count: number; ledger: SourceLedger }
}

/** Begins to count, from what is known already. */
export function tallySources({ sources: known, ledger: before, carried }: KnownSources = {}): SourceTally {
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
  const ledger = new Map<string, LedgerEntry>(carried?.ledger)
  let place = (carried?.count ?? 0) + 1
  const take = (source: LoadedSource): Given => {
    const { id, version } = source.source
    const standing = source.stands && before?.get(id)
    const given = standing || withText(source.documents)
    const count = sizeOf(given)
    if (version !== undefined && source.fault === undefined) ledger.set(id, { version, from: place, count })
    place += count
    return given
  }
  return {
    take(piece) {
      if (Array.isArray(piece)) {
        const documents = withText(piece)
        place += documents.length
        return { given: [documents], told: [] }
      }
      const each = piece.sources.map((source) => ({ source, given: take(source) }))
      const told = each.map(({ source: { source, fault }, given }): StoredSource => {
        const { id, name } = source
        if (fault === undefined) return { id, name, chunks: sizeOf(given) }
        return { id, name, error: errorMessage(fault) }
      })
      for (const source of told) note(source)
      total ??= piece.of
      return { given: joinDocuments(each.map(({ given }) => given)), told }
    },
    ledger: () => ledger,
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

/** How many chunks there are. */
export const sizeOf = (given: Given): number => (Array.isArray(given) ? given.length : given.count)

/** Documents that come one after the other are one batch; a piece in which nothing stands is always one. */
function joinDocuments(each: readonly Given[]): Given[] {
  const joined: Given[] = []
  for (const given of each) {
    const last = joined.at(-1)
    if (Array.isArray(given) && Array.isArray(last)) last.push(...given)
    else joined.push(Array.isArray(given) ? [...given] : given)
  }
  return joined
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
