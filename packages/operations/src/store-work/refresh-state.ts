import { isoTime, type LoaderRefresh, type RefreshOutcome, type RefreshSetting } from '@runnel/contract'
import type { DocumentLoaderRow } from '@runnel/db'

/** What came of the last refresh, as the row keeps it; `at` in milliseconds since 1970. */
export interface LastRefresh extends RefreshOutcome {
  at: number
  runId: string
  message?: string
}

/** Nothing was read, since nothing came of it. */
export const FAILED: RefreshOutcome = {
  outcome: 'failed',
  added: 0,
  removed: 0,
  pagesAsked: 0,
  pagesUnchanged: 0,
}

/** How often a loader is read again; null where it is not. The layer wrote the JSON after it was checked. */
export const readRefreshSetting = ({ refreshSetting }: DocumentLoaderRow): RefreshSetting | null =>
  refreshSetting === null ? null : (JSON.parse(refreshSetting) as RefreshSetting)

/** The refresh of a loader on the wire. */
export function presentRefresh(row: DocumentLoaderRow): LoaderRefresh | null {
  if (row.refreshFailures === null) return null
  const setting = readRefreshSetting(row)
  const last = row.refreshLast === null ? null : (JSON.parse(row.refreshLast) as LastRefresh)
  return {
    setting,
    paused: row.refreshPaused === true,
    nextAt: row.refreshNextAt === null ? null : isoTime(row.refreshNextAt),
    failures: row.refreshFailures,
    last: last && { ...last, at: isoTime(last.at), message: last.message ?? null },
  }
}
