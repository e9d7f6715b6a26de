import { type Principal, workspaceOf } from '@runnel/access'
import { isUnderWay } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import type { StoreAndLoaders } from '../store-work/read-store-rows.ts'
import { readStore } from '../store-work/read-store-rows.ts'

/** Asks the runs that work on a store and these loaders of it to stop; gives how many. */
export async function stopRunsOf(
  context: ServingContext,
  workspaceId: string,
  { store, loaders }: StoreAndLoaders,
): Promise<number> {
  const now = context.now()
  const runIds = [store, ...loaders].flatMap((row) =>
    row.runId !== null && isUnderWay(row, now) ? [row.runId] : [],
  )
  if (runIds.length === 0) return 0
  const stopped = await context.db.write(workspaceId, ({ runs }) => runs.stop([...new Set(runIds)], now))
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
  return { stopped: await stopRunsOf(context, workspaceId, { store, loaders: wanted }) }
}
