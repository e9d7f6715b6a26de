import { randomUUIDv7 } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import { type DocumentLoaderRow, type DocumentStoreRow, refuseUnderWay, type TenantWriter } from '@runnel/db'
import { type Act, auditEntry } from '../audit-entry.ts'
import type { OperationContext, ServingContext } from '../context.ts'
import type { AcceptedRun } from '../runs/accept-run.ts'
import { beginRun } from '../runs/begin-run.ts'
import { namespaceOfPerson, namespaceOfWorkspace } from '../runs/open-conversation.ts'
import { readRunEvents } from '../runs/read-run-events.ts'
import { prepareStoreWork } from '../store-work/prepare-store-work.ts'
import { inputOf, type StoreJob } from '../store-work/store-job.ts'
import { loaderSubject, storeSubject } from './store-entries.ts'

/** Work in a store that was begun: its result can be read when it has ended. */
export type AcceptedStoreWork = Pick<AcceptedRun, 'runId' | 'events'> & { ignored: string[] }

/** Work that somebody began before, to be followed to its end by the same caller. */
export function followStoreWork(
  context: OperationContext,
  principal: Principal,
  runId: string,
): AcceptedStoreWork {
  return {
    runId,
    events: readRunEvents(context, { workspaceId: workspaceOf(principal), runId }),
    ignored: [],
  }
}

/** What is known under the lock of a store, right before work is announced. */
export interface BeforeWork {
  store: DocumentStoreRow
  loaders: DocumentLoaderRow[]
  documentStores: TenantWriter['documentStores']
  runId: string
}

/** The privileged act that somebody's work in a store is. */
export type StoreAct = Extract<
  Act['action'],
  | 'document-loader.processed'
  | 'document-loader.refreshed'
  | 'document-store.upserted'
  | 'document-store.vectors-deleted'
>

/** Begins work in a store, as the act of who asks for it. @throws RunnelError `not_found`, `conflict` where it is worked on already */
export async function beginStoreWork(
  context: ServingContext,
  principal: Principal,
  { action, ...job }: StoreJob & { action: StoreAct },
): Promise<AcceptedStoreWork> {
  const begun = await beginStoreWorkIf(context, principal, { job, action, mayBegin: async () => true })
  if (!begun) throw new Error('Work that may always begin did not')
  return begun
}

/** Work that is begun if it may be, which is asked under the lock. */
export interface WantedWork {
  job: StoreJob
  /** Absent for what the product begins by itself. */
  action?: StoreAct
  mayBegin(before: BeforeWork): Promise<boolean>
}

/** The same, where it may begin: undefined where not. */
export async function beginStoreWorkIf(
  context: ServingContext,
  principal: Principal,
  { job, action, mayBegin }: WantedWork,
): Promise<AcceptedStoreWork | undefined> {
  const { storeId, loaderIds, vectors } = job
  const runId = randomUUIDv7()
  const isBegun = await context.db.write(workspaceOf(principal), async ({ documentStores, audit }) => {
    const { store, loaders } = await documentStores.lock(storeId)
    if (!(await mayBegin({ store, loaders, documentStores, runId }))) return false
    const wanted = vectors === undefined ? loaders.filter(({ id }) => loaderIds.includes(id)) : loaders
    refuseUnderWay([store, ...wanted], context.now())
    await documentStores.claim({ storeId: vectors && storeId, loaderIds, runId })
    if (action) await audit.append(describeWork(principal, { action, job, store, loaders }))
    return true
  })
  return isBegun ? beginAnnounced(context, principal, { runId, job }) : undefined
}

/** Of one loader alone it is the loader's. */
function describeWork(
  principal: Principal,
  {
    action,
    job: { loaderIds, only },
    store,
    loaders,
  }: { action: StoreAct; job: StoreJob; store: DocumentStoreRow; loaders: DocumentLoaderRow[] },
) {
  const [first, ...others] = only === undefined ? loaderIds : [only]
  const one = others.length === 0 ? loaders.find(({ id }) => id === first) : undefined
  const count = loaderIds.length === 0 ? loaders.length : loaderIds.length
  const told = { loaders: one ? 1 : count }
  return auditEntry(principal, {
    action,
    subject: one ? loaderSubject(store, one) : storeSubject(store),
    ...(action === 'document-store.vectors-deleted' ? { before: told } : { after: told }),
  })
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
    namespace:
      principal.kind === 'user' ? namespaceOfPerson(principal.userId) : namespaceOfWorkspace(workspaceId),
    version,
    input: inputOf(context, runId, job),
    past: { messages: [], positions: [] },
  })
  return { runId, events, ignored: [] }
}
