import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { SessionKey } from './run-reader.ts'
import type { WaitRow } from './wait-rows.ts'

/** Which open question of a conversation is meant: without a choice the one that was asked last. */
export interface WaitChoice {
  id?: string | undefined
  nodeId?: string | undefined
}

/** Reads what the runs of one workspace wait for. */
export interface WaitReader {
  find(id: string): Promise<WaitRow | undefined>
  /** The open questions of a run, in the order in which they were asked. */
  listOpen(runId: string): Promise<WaitRow[]>
  /** The questions of a run that were answered or answered themselves at their deadline, in that order. */
  listAnswered(runId: string): Promise<WaitRow[]>
  /** The open question that is meant, of the latest run of the conversation that has one. */
  findOpen(session: SessionKey, choice?: WaitChoice): Promise<WaitRow | undefined>
}

/** Makes the reader of questions. */
export function createWaitReader({ db }: TenantScope): WaitReader {
  const ofRun = (runId: string) => db.selectFrom('runWaits').selectAll().where('runId', '=', runId)
  return {
    find: (id) => db.selectFrom('runWaits').selectAll().where('id', '=', id).executeTakeFirst(),
    listOpen: (runId) =>
      ofRun(runId).where('status', '=', 'waiting').orderBy('createdAt').orderBy('n').execute(),
    listAnswered: (runId) =>
      ofRun(runId)
        .where('status', 'in', ['answered', 'expired'])
        .orderBy('answeredAt')
        .orderBy('n')
        .execute(),
    findOpen({ flowId, sessionId, namespace }, { id, nodeId } = {}) {
      let open = db
        .selectFrom('runs')
        .innerJoin('runWaits', 'runWaits.runId', 'runs.id')
        .selectAll('runWaits')
        .where('runs.flowId', '=', flowId)
        .where('runs.sessionId', '=', sessionId)
        .where('runs.namespace', '=', namespace)
        .where('runWaits.status', '=', 'waiting')
        .orderBy('runs.createdAt', 'desc')
        .orderBy('runs.id', 'desc')
        .orderBy('runWaits.createdAt', 'desc')
        .orderBy('runWaits.n', 'desc')
        .limit(1)
      if (id !== undefined) open = open.where('runWaits.id', '=', id)
      if (nodeId !== undefined) open = open.where('runWaits.nodeId', '=', nodeId)
      return open.executeTakeFirst()
    },
  }
}
