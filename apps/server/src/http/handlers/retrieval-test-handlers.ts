import type { retrievalTestRoutes } from '@runnel/contract'
import {
  createRetrievalQuestion,
  deleteRetrievalQuestion,
  deleteRetrievalTest,
  getRetrievalTest,
  listRetrievalQuestions,
  listRetrievalTests,
  type ServingContext,
  startRetrievalTest,
  stopRetrievalTest,
  updateRetrievalQuestion,
} from '@runnel/operations'
import { setRunHeaders } from '../answer-prediction.ts'
import type { HandlersOf } from '../call.ts'

/** The test questions of document stores, and the runs of them. */
export function retrievalTestHandlers(context: ServingContext): HandlersOf<typeof retrievalTestRoutes> {
  return {
    listRetrievalQuestions: ({ principal, params }) => listRetrievalQuestions(context, principal, params.id),
    createRetrievalQuestion: ({ principal, params, body }) =>
      createRetrievalQuestion(context, principal, { storeId: params.id, ...body }),
    updateRetrievalQuestion: ({ principal, params: { id: storeId, questionId }, body }) =>
      updateRetrievalQuestion(context, principal, { storeId, questionId, ...body }),
    deleteRetrievalQuestion: ({ principal, params: { id: storeId, questionId } }) =>
      deleteRetrievalQuestion(context, principal, { storeId, questionId }),
    async startRetrievalTest({ principal, params, body, reply }) {
      const work = await startRetrievalTest(context, principal, { storeId: params.id, ...body })
      setRunHeaders(reply, work)
      return { jobId: work.runId }
    },
    listRetrievalTests: ({ principal, params }) => listRetrievalTests(context, principal, params.id),
    getRetrievalTest: ({ principal, params: { id: storeId, testId } }) =>
      getRetrievalTest(context, principal, { storeId, testId }),
    stopRetrievalTest: ({ principal, params: { id: storeId, testId } }) =>
      stopRetrievalTest(context, principal, { storeId, testId }),
    deleteRetrievalTest: ({ principal, params: { id: storeId, testId } }) =>
      deleteRetrievalTest(context, principal, { storeId, testId }),
  }
}
