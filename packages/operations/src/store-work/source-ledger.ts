import type { DocumentLoaderRow, TenantWriter } from '@runnel/db'
import { contentHashOf } from './loader-content.ts'

/** Where it stands among what servers said of pages, which are known by hashes. */
export const LEDGER_KEY = 'sources'

/** Chunks of a loader that stand, by their places. */
export interface StandingChunks {
  from: number
  count: number
}

/** A source that was read, in the version that its list told, and where its chunks stand. */
export type LedgerEntry = StandingChunks & { version: string }

/** The sources of a loader whose versions are known, by their ids. */
export type SourceLedger = ReadonlyMap<string, LedgerEntry>

/** A ledger as it is kept: that of the chunks with this hash, and of no others. */
interface KeptLedger {
  contentHash: string
  sources: [id: string, version: string, from: number, count: number][]
}

/**
 * The ledger of the chunks that stand, where they are as they were read: chunks that were changed by hand have other places,
 * and other settings make other chunks of the same sources.
 */
export function readLedger(
  loader: DocumentLoaderRow,
  pages: readonly { key: string; reply: string }[],
): SourceLedger | undefined {
  const { generation, edits, settings, processedSettings, contentHash } = loader
  if (generation === 0 || edits > 0 || settings !== processedSettings) return undefined
  const page = pages.find(({ key }) => key === LEDGER_KEY)
  if (!page) return undefined
  // The layer wrote it.
  const kept = JSON.parse(page.reply) as KeptLedger
  if (kept.contentHash !== contentHash) return undefined
  return new Map(kept.sources.map(([id, version, from, count]) => [id, { version, from, count }]))
}

/** Keeps the ledger of a part that is read to its end, beside the chunks that it tells of. */
export async function keepLedger(
  { refreshes }: TenantWriter['documentStores'],
  { loaderId, done, ledger }: { loaderId: string; done: { hash?: string }; ledger: SourceLedger },
): Promise<void> {
  const contentHash = contentHashOf([done])
  if (contentHash === null) return
  const sources = [...ledger].map(([id, { version, from, count }]): KeptLedger['sources'][number] => [
    id,
    version,
    from,
    count,
  ])
  const kept: KeptLedger = { contentHash, sources }
  await refreshes.keepPage(loaderId, { key: LEDGER_KEY, reply: JSON.stringify(kept) })
}
