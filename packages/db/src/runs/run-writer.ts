import { type JsonValue, RunnelError } from '@runnel/contract'
import type { NewChatMessage } from '../messages/message-rows.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { createProgressByRows } from './progress-by-rows.ts'
import { createProgressInOneStatement } from './progress-in-one-statement.ts'
import { assertLeaseHeld } from './progress-store.ts'
import type { NewRun, RunEnding, RunProgressEntry } from './run-rows.ts'

/** Whose runs are asked to stop; `namespace` narrows to those of one caller. */
export interface StopRequest {
  flowId: string
  chatId: string
  namespace?: string | undefined
  now: number
}

/** Writes the runs of one workspace. */
export interface RunWriter {
  /** Keeps a run, and the message that began it. An id that exists already is `conflict`. */
  accept(accepted: { run: NewRun; userMessage?: NewChatMessage | undefined }): Promise<void>
  /**
   * Adds records and events; a later record of the same path and attempt replaces the earlier one. Throws `conflict`
   * and writes nothing when the fence is not the run's any more.
   */
  appendProgress(progress: RunProgressEntry): Promise<void>
  /** Ends or pauses the run and gives up the lease, all at once; `conflict` as above. */
  end(ending: RunEnding): Promise<void>
  /**
   * Answers the question by that name: the run is queued again with the answer. False when the run does not wait for
   * it (any more); of several answers exactly one is true.
   */
  answerWait(answer: { runId: string; waitId: string; humanInput: JsonValue; now: number }): Promise<boolean>
  /** Asks the owners of the chat's queued and running runs to stop; gives their ids. */
  requestStop(request: StopRequest): Promise<string[]>
  setPublic(id: string, isPublic: boolean): Promise<void>
  /** Deletes runs with journal and events; their messages stay. Gives how many there were. */
  delete(ids: readonly string[]): Promise<number>
  /** Takes the question out of the messages of a run, once it is answered. */
  clearMessageAction(runId: string): Promise<void>
}

/** Makes the writer of runs. */
export function createRunWriter(scope: TenantScope): RunWriter {
  const { db } = scope
  const progressStore = scope.capabilities.modifyingCtes
    ? createProgressInOneStatement(scope)
    : createProgressByRows(scope)

  return {
    accept: ({ run, userMessage }) => progressStore.accept(run, userMessage),
    async appendProgress(progress) {
      assertLeaseHeld(await progressStore.append(progress), progress)
    },
    async end(ending) {
      assertLeaseHeld(await progressStore.end(ending), ending)
    },
    async answerWait({ runId, waitId, humanInput, now }) {
      const { numUpdatedRows } = await db
        .updateTable('runs')
        .set({ status: 'queued', waitId: null, humanInput: JSON.stringify(humanInput), updatedAt: now })
        .where('id', '=', runId)
        .where('status', '=', 'waiting')
        .where('waitId', '=', waitId)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    async requestStop({ flowId, chatId, namespace, now }) {
      let query = db
        .updateTable('runs')
        .set({ stopRequestedAt: now })
        .where('flowId', '=', flowId)
        .where('chatId', '=', chatId)
        .where('endedAt', 'is', null)
        .where('status', 'in', ['queued', 'running'])
      if (namespace !== undefined) query = query.where('namespace', '=', namespace)
      const rows = await query.returning('id').execute()
      return rows.map(({ id }) => id)
    },
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

async function deleteRuns({ db }: TenantScope, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  await db.updateTable('chatMessages').set({ runId: null }).where('runId', 'in', ids).execute()
  const { numDeletedRows } = await db.deleteFrom('runs').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
