import { randomUUIDv7 } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import { type DocumentLoaderRow, type DocumentStoreRow, refuseUnderWay, type TenantWriter } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import type { AcceptedRun } from '../runs/accept-run.ts'
import { beginRun } from '../runs/begin-run.ts'
import { prepareStoreWork } from '../store-work/prepare-store-work.ts'
import { inputOf, type StoreJob } from '../store-work/store-job.ts'

/** Work in a store that was begun: its result can be read when it has ended. */
export type AcceptedStoreWork = Pick<AcceptedRun, 'runId' | 'events'> & { ignored: string[] }

/** What is known under the lock of a store, right before work is announced. */
export interface BeforeWork {
  store: DocumentStoreRow
  loaders: DocumentLoaderRow[]
  documentStores: TenantWriter['documentStores']
  runId: string
}

/** Begins work in a store. @throws RunnelError `not_found`, `conflict` where it is worked on already */
export async function beginStoreWork(
  context: ServingContext,
  principal: Principal,
  job: StoreJob,
): Promise<AcceptedStoreWork> {
  const begun = await beginStoreWorkIf(context, principal, { job, mayBegin: async () => true })
  if (!begun) throw new Error('Work that may always begin did not')
  return begun
}

/** Work that is begun if it may be, which is asked under the lock. */
export interface WantedWork {
  job: StoreJob
  mayBegin(before: BeforeWork): Promise<boolean>
}

/** The same, where it may begin: undefined where not. */
export async function beginStoreWorkIf(
  context: ServingContext,
  principal: Principal,
  { job, mayBegin }: WantedWork,
): Promise<AcceptedStoreWork | undefined> {
  const { storeId, loaderIds, vectors } = job
  const runId = randomUUIDv7()
  const isBegun = await context.db.write(workspaceOf(principal), async ({ documentStores }) => {
    const { store, loaders } = await documentStores.lock(storeId)
    if (!(await mayBegin({ store, loaders, documentStores, runId }))) return false
    const wanted = vectors === undefined ? loaders.filter(({ id }) => loaderIds.includes(id)) : loaders
    refuseUnderWay([store, ...wanted], context.now())
    await documentStores.claim({ storeId: vectors && storeId, loaderIds, runId })
    return true
  })
  return isBegun ? beginAnnounced(context, principal, { runId, job }) : undefined
}

/** Begins work that is announced in the rows of its store. */
export async function beginAnnounced(
  context: ServingContext,
  principal: Principal,
  { runId, job }: { runId: string; job: StoreJob },
): Promise<AcceptedStoreWork> {
  const workspaceId = workspaceOf(principal)
  const { storeId } = job
  const version = await prepareStoreWork(context, workspaceId, { storeId, runId })
  const events = await beginRun(context, {
    run: { id: runId, flowId: null, versionId: null, kind: 'ingestion', subject: storeId },
    workspaceId,
    namespace: principal.kind === 'user' ? `user:${principal.userId}` : `workspace:${workspaceId}`,
    version,
    input: inputOf(context, runId, job),
    past: { messages: [], positions: [] },
  })
  return { runId, events, ignored: [] }
}
