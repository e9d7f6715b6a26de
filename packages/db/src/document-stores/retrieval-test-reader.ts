import type { Selectable } from 'kysely'
import { matchAny } from '../tenant/match-any.ts'
import { getFound } from '../tenant/named-rows.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { RunState } from './document-store-rows.ts'
import type {
  RetrievalQuestionTable,
  RetrievalResultTable,
  RetrievalTestTable,
} from './retrieval-test-tables.ts'

export type RetrievalQuestionRow = Selectable<RetrievalQuestionTable>
export type RetrievalResultRow = Selectable<RetrievalResultTable>
/** A run of test questions, and how it stands; `runId` and `claimedAt` are those of any work in a store. */
export type RetrievalTestRow = Selectable<RetrievalTestTable> &
  RunState & { runId: string; claimedAt: number }

/** Reads the test questions of document stores and the runs of them. */
export interface RetrievalTestReader {
  /** Oldest first. */
  listQuestions(storeId: string): Promise<RetrievalQuestionRow[]>
  /** Of this store; throws `not_found`. */
  getQuestion(storeId: string, id: string): Promise<RetrievalQuestionRow>
  /** Newest first. */
  list(storeId: string): Promise<RetrievalTestRow[]>
  find(id: string): Promise<RetrievalTestRow | undefined>
  /** Of this store; throws `not_found`. */
  get(storeId: string, id: string): Promise<RetrievalTestRow>
  /** Of all these runs, in the order of their questions. */
  listResults(testIds: readonly string[]): Promise<RetrievalResultRow[]>
}

/** Runs of test questions with how they stand. */
export function selectTests(db: TenantScope['db']) {
  return db
    .selectFrom('retrievalTests')
    .leftJoin('runs', 'runs.id', 'retrievalTests.id')
    .selectAll('retrievalTests')
    .select([
      'runs.status as runStatus',
      'runs.error as runError',
      'retrievalTests.id as runId',
      'retrievalTests.createdAt as claimedAt',
    ])
}

/** Makes the reader of test questions. */
export function createRetrievalTestReader({ db }: TenantScope): RetrievalTestReader {
  const find = (id: string) => selectTests(db).where('retrievalTests.id', '=', id).executeTakeFirst()
  return {
    listQuestions: (storeId) =>
      db
        .selectFrom('retrievalQuestions')
        .selectAll()
        .where('storeId', '=', storeId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
    async getQuestion(storeId, id) {
      const row = await db
        .selectFrom('retrievalQuestions')
        .selectAll()
        .where('storeId', '=', storeId)
        .where('id', '=', id)
        .executeTakeFirst()
      return getFound(row, 'Test question', id)
    },
    list: (storeId) =>
      selectTests(db)
        .where('retrievalTests.storeId', '=', storeId)
        .orderBy('retrievalTests.createdAt', 'desc')
        .orderBy('retrievalTests.id', 'desc')
        .execute(),
    find,
    async get(storeId, id) {
      const row = await find(id)
      return getFound(row?.storeId === storeId ? row : undefined, 'Test run', id)
    },
    async listResults(testIds) {
      if (testIds.length === 0) return []
      return db
        .selectFrom('retrievalResults')
        .selectAll()
        .where(matchAny('retrievalResults.testId', testIds))
        .orderBy('testId')
        .orderBy('n')
        .execute()
    },
  }
}
