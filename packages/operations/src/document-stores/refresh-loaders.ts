import { type Principal, workspaceOf } from '@runnel/access'
import type { DocumentLoader, RefreshSetting } from '@runnel/contract'
import type { DocumentLoaderRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext, ServingContext } from '../context.ts'
import { refuse } from '../store-work/chosen-component.ts'
import { checkRefreshSetting, nextRefresh } from '../store-work/next-refresh.ts'
import { readStore } from '../store-work/read-store-rows.ts'
import { readFiles, readLiveIndex } from '../store-work/stored-store.ts'
import { type AcceptedStoreWork, beginStoreWork } from './begin-store-work.ts'
import { presentLoader } from './present-store.ts'
import { getReadableLoader } from './readable-store.ts'
import { loaderSubject } from './store-entries.ts'

/** When a loader shall be read again by itself. */
export interface RefreshWish {
  storeId: string
  loaderId: string
  /** Null: only when somebody asks. */
  setting: RefreshSetting | null
  paused?: boolean | undefined
}

/** Says when a loader is read again by itself. @throws RunnelError `not_found`, `invalid_input` naming the field */
export async function setLoaderRefresh(
  context: OperationContext,
  principal: Principal,
  { storeId, loaderId, setting, paused = false }: RefreshWish,
): Promise<DocumentLoader> {
  const workspaceId = workspaceOf(principal)
  const reader = context.db.read(workspaceId).documentStores
  const loader = await getReadableLoader(context, principal, { storeId, loaderId })
  const now = await context.db.system.runs.clock()
  if (setting) {
    if (readFiles(loader).length > 0)
      throw refuse(
        'setting',
        'Its files are kept in the store and do not change by themselves. Replace them there.',
      )
    await checkRefreshSetting(setting, now)
  }
  const nextAt = setting && !paused ? await nextRefresh(setting, now) : null
  await context.db.write(workspaceId, async ({ documentStores, audit }) => {
    const { store, loaders } = await documentStores.lock(storeId)
    const current = loaders.find(({ id }) => id === loaderId)
    if (!current) return
    const values = { setting: setting && JSON.stringify(setting), isPaused: paused, nextAt, failures: 0 }
    if (current.refreshFailures !== null) await documentStores.refreshes.update(loaderId, values)
    else await documentStores.refreshes.insert({ ...values, loaderId, storeId, runId: null, last: null })
    const { refreshSetting, refreshPaused } = current
    await audit.append(
      auditEntry(principal, {
        action: 'document-loader.refresh-changed',
        subject: loaderSubject(store, current),
        before: { setting: refreshSetting && JSON.parse(refreshSetting), isPaused: refreshPaused ?? false },
        after: { setting, isPaused: paused },
      }),
    )
  })
  return presentLoader(await reader.getLoader(storeId, loaderId), context.now())
}

/** A loader as it is now. @throws RunnelError `not_found` */
export async function getLoader(
  context: OperationContext,
  principal: Principal,
  { storeId, loaderId }: { storeId: string; loaderId: string },
): Promise<DocumentLoader> {
  return presentLoader(await getReadableLoader(context, principal, { storeId, loaderId }), context.now())
}

/** Begins to read a loader again, as far as it changed. @throws RunnelError `not_found`, `conflict` */
export async function refreshLoader(
  context: ServingContext,
  principal: Principal,
  { storeId, loaderId }: { storeId: string; loaderId: string },
): Promise<AcceptedStoreWork> {
  const workspaceId = workspaceOf(principal)
  await getReadableLoader(context, principal, { storeId, loaderId })
  const vectors = await vectorsAfter(context, workspaceId, storeId)
  return beginStoreWork(context, principal, {
    action: 'document-loader.refreshed',
    storeId,
    loaderIds: [loaderId],
    vectors,
    refresh: 'asked',
  })
}

/** Where a store answers, its vectors follow its chunks. */
export async function vectorsAfter(
  context: Pick<OperationContext, 'db'>,
  workspaceId: string,
  storeId: string,
): Promise<'make' | undefined> {
  const { store } = await readStore(context, workspaceId, storeId)
  return readLiveIndex(store) === null ? undefined : 'make'
}

/** Whether it is the time of a loader. */
export function isDue({ refreshNextAt, refreshPaused }: DocumentLoaderRow, now: number): boolean {
  return refreshNextAt !== null && refreshPaused !== true && refreshNextAt <= now
}
