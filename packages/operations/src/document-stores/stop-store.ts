import { type Principal, workspaceOf } from '@runnel/access'
import { isUnderWay, type NewAuditEntry } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { ServingContext } from '../context.ts'
import type { StoreAndLoaders } from '../store-work/read-store-rows.ts'
import { readStore } from '../store-work/read-store-rows.ts'
import { loaderSubject, storeSubject } from './store-entries.ts'

/**
 * Asks the runs that work on a store and these loaders of it to stop; gives how many. `describe` is for who stops them as
 * an act of its own.
 */
export async function stopRunsOf(
  context: ServingContext,
  workspaceId: string,
  { store, loaders, describe }: StoreAndLoaders & { describe?: (stopped: string[]) => NewAuditEntry },
): Promise<number> {
  const now = context.now()
  const runIds = [store, ...loaders].flatMap((row) =>
    row.runId !== null && isUnderWay(row, now) ? [row.runId] : [],
  )
  if (runIds.length === 0) return 0
  const stopped = await context.db.write(workspaceId, async ({ runs, audit }) => {
    const asked = await runs.stop([...new Set(runIds)], now)
    if (describe && asked.length > 0) await audit.append(describe(asked))
    return asked
  })
  context.worker.stop(stopped)
  return stopped.length
}

/** Stops what is done in a store, or with one loader of it. @throws RunnelError `not_found` */
export async function stopDocumentStore(
  context: ServingContext,
  principal: Principal,
  { id, loaderId }: { id: string; loaderId?: string | undefined },
): Promise<{ stopped: number }> {
  const workspaceId = workspaceOf(principal)
  const { store, loaders } = await readStore(context, workspaceId, id)
  const wanted = loaders.filter((loader) => loaderId === undefined || loader.id === loaderId)
  const one = loaderId === undefined ? undefined : wanted[0]
  const describe = (runs: string[]) =>
    auditEntry(principal, {
      action: 'document-store.stopped',
      subject: one ? loaderSubject(store, one) : storeSubject(store),
      before: { runs },
    })
  return { stopped: await stopRunsOf(context, workspaceId, { store, loaders: wanted, describe }) }
}
