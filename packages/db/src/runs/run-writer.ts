import { RunnelError } from '@runnel/contract'
import { lockInOrder } from '../tenant/lock-in-order.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { RunSummary } from './run-rows.ts'

/** Whose runs are asked to stop; `namespace` narrows to those of one caller, `mayStop` to those that it lets through. */
export interface StopRequest {
  flowId: string
  chatId: string
  namespace?: string | undefined
  mayStop?: ((runId: string) => boolean) | undefined
  now: number
}

/** What is told of a run that is gone. */
export type DeletedRun = Pick<RunSummary, 'id' | 'flowName' | 'status' | 'createdAt'>

/** Writes the runs of one workspace. */
export interface RunWriter {
  /** Asks the owners of the chat's queued and running runs to stop; gives their ids. */
  requestStop(request: StopRequest): Promise<string[]>
  /** Asks the owners of these runs to stop; gives the ids of those that are not over. */
  stop(ids: readonly string[], now: number): Promise<string[]>
  setPublic(id: string, isPublic: boolean): Promise<void>
  /** Deletes runs with journal and events; their messages stay. Gives those that there were. */
  delete(ids: readonly string[]): Promise<DeletedRun[]>
  /** Takes the question out of the messages of a run, once it is answered. */
  clearMessageAction(runId: string): Promise<void>
}

/** Makes the writer of runs. */
export function createRunWriter(scope: TenantScope): RunWriter {
  const { db } = scope
  return {
    async requestStop({ flowId, chatId, namespace, mayStop = () => true, now }) {
      let open = db
        .selectFrom('runs')
        .select('id')
        .where('flowId', '=', flowId)
        .where('chatId', '=', chatId)
        .where('endedAt', 'is', null)
        .where('status', 'in', ['queued', 'running'])
      if (namespace !== undefined) open = open.where('namespace', '=', namespace)
      const locked = await lockInOrder(open, scope.capabilities).execute()
      const found = locked.filter(({ id }) => mayStop(id))
      return stopRuns(
        scope,
        found.map(({ id }) => id),
        now,
      )
    },
    stop: (ids, now) => stopRuns(scope, ids, now),
    async setPublic(id, isPublic) {
      const { numUpdatedRows } = await db
        .updateTable('runs')
        .set({ isPublic, updatedAt: scope.now() })
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new RunnelError('not_found', `Execution ${id} not found`)
    },
    delete: (ids) => deleteRuns(scope, ids),
    async clearMessageAction(runId) {
      await db.updateTable('chatMessages').set({ action: null }).where('runId', '=', runId).execute()
    },
  }
}

async function stopRuns({ db }: TenantScope, ids: readonly string[], now: number): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .updateTable('runs')
    .set({ stopRequestedAt: now })
    .where('id', 'in', ids)
    .where('status', 'in', ['queued', 'running'])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function deleteRuns({ db }: TenantScope, ids: readonly string[]): Promise<DeletedRun[]> {
  if (ids.length === 0) return []
  const known = await db
    .selectFrom('runs')
    .leftJoin('flows', 'flows.id', 'runs.flowId')
    .select(['runs.id', 'runs.status', 'runs.createdAt', 'flows.name as flowName'])
    .where('runs.id', 'in', ids)
    .execute()
  await db.updateTable('chatMessages').set({ runId: null }).where('runId', 'in', ids).execute()
  const deleted = await db.deleteFrom('runs').where('id', 'in', ids).returning('id').execute()
  const gone = new Set(deleted.map(({ id }) => id))
  return known.filter(({ id }) => gone.has(id))
}
