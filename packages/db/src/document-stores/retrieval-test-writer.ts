import { RunnelError } from '@runnel/contract'
import type { Insertable } from 'kysely'
import { matchAny } from '../tenant/match-any.ts'
import { getFound } from '../tenant/named-rows.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { type RetrievalQuestionRow, type RetrievalTestRow, selectTests } from './retrieval-test-reader.ts'
import type { RetrievalResultTable, RetrievalTestTable } from './retrieval-test-tables.ts'

/** What somebody wrote of a test question; `passages` is JSON. */
type QuestionFields = Pick<RetrievalQuestionRow, 'question' | 'passages'>

/** Writes the test questions of document stores and the runs of them. */
export interface RetrievalTestWriter {
  countQuestions(storeId: string): Promise<number>
  insertQuestion(storeId: string, fields: QuestionFields): Promise<RetrievalQuestionRow>
  /** What is absent stays. */
  updateQuestion(id: string, fields: Partial<QuestionFields>): Promise<RetrievalQuestionRow>
  deleteQuestion(id: string): Promise<void>
  /** Of a locked store, newest first. */
  list(storeId: string): Promise<RetrievalTestRow[]>
  insert(test: Omit<Insertable<RetrievalTestTable>, 'workspaceId' | 'createdAt'>): Promise<void>
  delete(ids: readonly string[]): Promise<number>
  /** What is noted already stays. */
  addResult(result: Omit<Insertable<RetrievalResultTable>, 'workspaceId'>): Promise<void>
}

/** Makes the writer of test questions. */
export function createRetrievalTestWriter({ db, now, newId }: TenantScope): RetrievalTestWriter {
  return {
    async countQuestions(storeId) {
      const { total } = await db
        .selectFrom('retrievalQuestions')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('storeId', '=', storeId)
        .executeTakeFirstOrThrow()
      return Number(total)
    },
    insertQuestion(storeId, fields) {
      const at = now()
      return db
        .insertInto('retrievalQuestions')
        .values({ ...fields, id: newId(), storeId, createdAt: at, updatedAt: at })
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    async updateQuestion(id, fields) {
      const row = await db
        .updateTable('retrievalQuestions')
        .set({ ...fields, updatedAt: now() })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return getFound(row, 'Test question', id)
    },
    async deleteQuestion(id) {
      const { numDeletedRows } = await db
        .deleteFrom('retrievalQuestions')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw new RunnelError('not_found', `Test question ${id} not found`)
    },
    list: (storeId) =>
      selectTests(db)
        .where('retrievalTests.storeId', '=', storeId)
        .orderBy('retrievalTests.createdAt', 'desc')
        .execute(),
    async insert(test) {
      await db
        .insertInto('retrievalTests')
        .values({ ...test, createdAt: now() })
        .execute()
    },
    async delete(ids) {
      if (ids.length === 0) return 0
      const { numDeletedRows } = await db
        .deleteFrom('retrievalTests')
        .where(matchAny('retrievalTests.id', ids))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    async addResult(result) {
      await db
        .insertInto('retrievalResults')
        .values(result)
        .onConflict((conflict) => conflict.columns(['testId', 'n']).doNothing())
        .execute()
    },
  }
}
