import type { RefreshOutcome } from '@runnel/contract'
import type { DocumentLoaderRow, TenantWriter } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { nextRefresh, nextTry } from './next-refresh.ts'
import { FAILED, type LastRefresh, readRefreshSetting } from './refresh-state.ts'

/** When a refresh ended, of which run it was, and when the next one is due. */
export interface RefreshTimes {
  at: number
  runId: string
  /** Null where there is none. */
  nextAt: number | null
}

/** By the clock of the database, whatever processes believe. */
export async function readRefreshTimes(
  { context, runId }: { context: Pick<OperationContext, 'db'>; runId: string },
  loader: DocumentLoaderRow,
): Promise<RefreshTimes> {
  const at = await context.db.system.runs.clock()
  const setting = readRefreshSetting(loader)
  const isTimed = setting !== null && loader.refreshPaused !== true
  return { at, runId, nextAt: isTimed ? await nextRefresh(setting, at) : null }
}

/** Notes what came of a refresh that ended well. */
export async function noteRefresh(
  { refreshes }: TenantWriter['documentStores'],
  {
    loader,
    outcome,
    at,
    runId,
    nextAt,
  }: RefreshTimes & { loader: DocumentLoaderRow; outcome: RefreshOutcome },
): Promise<void> {
  const last = JSON.stringify({ ...outcome, at, runId } satisfies LastRefresh)
  const known = { nextAt, failures: 0, runId: null, last }
  const { id: loaderId, storeId } = loader
  if (loader.refreshFailures !== null) await refreshes.update(loaderId, known)
  else await refreshes.insert({ loaderId, storeId, setting: null, isPaused: false, ...known })
}

/** Notes that a timed refresh failed; the next try is later each time, until there is none. */
export async function noteFailedRefresh(
  { refreshes }: TenantWriter['documentStores'],
  loader: DocumentLoaderRow,
  { at, runId, message }: { at: number; runId: string; message: string },
): Promise<void> {
  const failures = (loader.refreshFailures ?? 0) + 1
  await refreshes.update(loader.id, {
    failures,
    nextAt: loader.refreshPaused === true ? null : nextTry(failures, at),
    runId: null,
    last: JSON.stringify({ ...FAILED, at, runId, message } satisfies LastRefresh),
  })
}
