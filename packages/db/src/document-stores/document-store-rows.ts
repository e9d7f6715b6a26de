import type { RunStatus } from '@runnel/contract'
import type { Selectable } from 'kysely'
import type {
  DocumentChunkTable,
  DocumentLoaderTable,
  DocumentStoreTable,
  UpsertHistoryTable,
} from './document-store-tables.ts'

/** How the run of a store or a loader stands; null where there is none (any more). */
export interface RunState {
  runStatus: RunStatus | null
  /** JSON of `{code, message}`. */
  runError: string | null
}

export type DocumentStoreRow = Selectable<DocumentStoreTable> & RunState
/** When a loader is read again by itself; `refreshFailures` is null where nothing is known of that. */
export interface RefreshState {
  refreshSetting: string | null
  refreshPaused: boolean | null
  refreshNextAt: number | null
  refreshFailures: number | null
  refreshRunId: string | null
  refreshLast: string | null
}

export type DocumentLoaderRow = Selectable<DocumentLoaderTable> & RunState & RefreshState
/** What searches and lists of chunks ask of a loader: what it reads may be megabytes of text. */
export type DocumentLoaderFacts = Pick<
  DocumentLoaderRow,
  'id' | 'storeId' | 'workspaceId' | 'tags' | 'generation' | 'changes' | 'totalChunks' | 'totalChars'
>
export type DocumentChunkRow = Selectable<DocumentChunkTable>
export type UpsertHistoryRow = Selectable<UpsertHistoryTable>

/** How long a run may be announced before it is there, in milliseconds. */
const ANNOUNCED_MS = 30_000
const UNDER_WAY: readonly (RunStatus | null)[] = ['queued', 'running', 'waiting']

/** Whether a run works on a store or a loader now. */
export function isUnderWay(
  row: Pick<DocumentStoreRow, 'runId' | 'claimedAt' | 'runStatus'>,
  now: number,
): boolean {
  if (row.runId === null) return false
  if (row.runStatus === null) return (row.claimedAt ?? 0) > now - ANNOUNCED_MS
  return UNDER_WAY.includes(row.runStatus)
}
