import { z } from 'zod'
import { jsonObjectSchema } from '../json.ts'
import { defineRoute } from '../route.ts'
import { chosenNodeSchema, storeJobSchema } from './document-store-record.ts'
import { dateSchema, idParams, idSchema } from './parts.ts'

const tag = 'Document stores'

/** Questions that one store has at most, so that all of them are run in one go. */
export const MOST_QUESTIONS = 200
/** Runs of them that are kept of a store; the oldest go. */
export const MOST_TESTS = 20
/** Other settings that are run beside those of the store. */
export const MOST_VARIANTS = 3

/**
 * A passage that should come for a question. It is known by its text, not by its chunk, so that it is found again after the
 * documents were cut otherwise: a chunk counts where one of both texts holds the other, or half of the shorter one.
 */
export const expectedPassageSchema = z.strictObject({
  text: z.string().trim().min(1).max(20_000),
  /** Of the chunk that was marked; absent where somebody wrote the text. */
  loaderId: idSchema.optional(),
})
export type ExpectedPassage = z.infer<typeof expectedPassageSchema>

const questionFields = {
  question: z.string().trim().min(1).max(4_000),
  passages: z.array(expectedPassageSchema).min(1).max(20),
}

/** A question with which the search of a store is tested. */
export const retrievalQuestionSchema = z.object({
  id: idSchema,
  storeId: idSchema,
  question: z.string(),
  passages: z.array(z.object({ text: z.string(), loaderId: idSchema.optional() })),
  createdDate: dateSchema,
  updatedDate: dateSchema,
})
export type RetrievalQuestion = z.infer<typeof retrievalQuestionSchema>

/** How a store is searched otherwise than it is set: what is absent stays as it is. */
export const searchVariantSchema = z.strictObject({
  name: z.string().trim().max(60).optional(),
  /** How many passages are taken. */
  k: z.number().int().min(1).max(50).optional(),
  /** Params of the vector store, of those that a query may change. */
  inputs: jsonObjectSchema.optional(),
  /** Passages with a lower score are left out. */
  threshold: z.number().min(0).max(1).optional(),
  /** A node that puts four times as many passages into a better order, of which the best are taken. */
  reranker: chosenNodeSchema.optional(),
})
export type SearchVariant = z.infer<typeof searchVariantSchema>

/** How good a search is, over all questions: means from 0 to 1, and times in milliseconds. */
export const searchFiguresSchema = z.object({
  /** Of the passages that should come, those that came. */
  recall: z.number(),
  /** Of what came, what should. */
  precision: z.number(),
  /** 1 ÷ the place of the first passage that should come. */
  mrr: z.number(),
  /** What should come counts the more, the further up it stands; 1 is the best order that there is. */
  ndcg: z.number(),
  /** Median, and what 95 of 100 stay below; with the time of the embeddings' vendor. */
  p50: z.number(),
  p95: z.number(),
})
export type SearchFigures = z.infer<typeof searchFiguresSchema>

const variantResultSchema = z.object({
  name: z.string(),
  k: z.number(),
  inputs: jsonObjectSchema,
  threshold: z.number().nullable(),
  /** The label of the node. */
  reranker: z.string().nullable(),
  /** Null before the first question is done. */
  figures: searchFiguresSchema.nullable(),
})

/** A run of the questions of a store; the first variant is the store as it was set. */
export const retrievalTestSchema = z.object({
  id: idSchema,
  storeId: idSchema,
  status: z.enum(['running', 'done', 'stopped', 'failed']),
  error: z.string().nullable(),
  done: z.number(),
  total: z.number(),
  variants: z.array(variantResultSchema),
  /** What the store was made with otherwise than in the run before, as `<node>: <param>`. */
  changed: z.array(z.string()),
  /** How far the figures of the first variant moved since the run before, over the questions that both asked; null where there are none. */
  change: searchFiguresSchema.nullable(),
  createdDate: dateSchema,
})
export type RetrievalTest = z.infer<typeof retrievalTestSchema>

/** What came of one question with one variant. */
export const questionResultSchema = z.object({
  /** The place of each passage that should come, from 1 on; 0 where it did not come. */
  ranks: z.array(z.number()),
  /** How many came, and how many of them should. */
  found: z.number(),
  hits: z.number(),
  /** In milliseconds. */
  time: z.number(),
})
export type QuestionResult = z.infer<typeof questionResultSchema>

const testWithQuestionsSchema = retrievalTestSchema.extend({
  questions: z.array(
    z.object({
      questionId: idSchema,
      question: z.string(),
      /** In the order of the variants. */
      results: z.array(questionResultSchema),
    }),
  ),
})
export type RetrievalTestWithQuestions = z.infer<typeof testWithQuestionsSchema>

const view = { gate: 'caller', permissions: ['documentStores:view'] } as const
const change = {
  gate: 'caller',
  permissions: ['documentStores:update', 'documentStores:upsert-config'],
} as const
const questionParams = z.strictObject({ id: idSchema, questionId: idSchema })
const testParams = z.strictObject({ id: idSchema, testId: idSchema })

export const retrievalTestRoutes = {
  listRetrievalQuestions: defineRoute({
    method: 'GET',
    path: '/document-store/questions/:id',
    tag,
    summary: 'The test questions of a store',
    policy: view,
    params: idParams,
    response: z.array(retrievalQuestionSchema),
  }),
  createRetrievalQuestion: defineRoute({
    method: 'POST',
    path: '/document-store/questions/:id',
    tag,
    summary: 'Keep a question with the passages that should come for it',
    policy: change,
    audit: 'retrieval-question.created',
    params: idParams,
    body: z.strictObject(questionFields),
    response: retrievalQuestionSchema,
    idempotent: true,
  }),
  updateRetrievalQuestion: defineRoute({
    method: 'PUT',
    path: '/document-store/questions/:id/:questionId',
    tag,
    summary: 'Change a test question, or the passages that should come for it',
    policy: change,
    audit: 'retrieval-question.updated',
    params: questionParams,
    body: z.strictObject(questionFields).partial(),
    response: retrievalQuestionSchema,
  }),
  deleteRetrievalQuestion: defineRoute({
    method: 'DELETE',
    path: '/document-store/questions/:id/:questionId',
    tag,
    summary: 'Delete a test question; runs of it stay',
    policy: change,
    audit: 'retrieval-question.deleted',
    params: questionParams,
    response: z.object({ deleted: z.number() }),
  }),
  startRetrievalTest: defineRoute({
    method: 'POST',
    path: '/document-store/tests/:id',
    tag,
    summary: 'Run the test questions of a store as it is set, and with up to three other settings',
    policy: view,
    audit: { none: 'run' },
    params: idParams,
    body: z.strictObject({ variants: z.array(searchVariantSchema).max(MOST_VARIANTS).optional() }).optional(),
    response: storeJobSchema,
  }),
  listRetrievalTests: defineRoute({
    method: 'GET',
    path: '/document-store/tests/:id',
    tag,
    summary: 'The last runs of the test questions of a store, newest first',
    policy: view,
    params: idParams,
    response: z.array(retrievalTestSchema),
  }),
  getRetrievalTest: defineRoute({
    method: 'GET',
    path: '/document-store/tests/:id/:testId',
    tag,
    summary: 'A run of the test questions of a store, question by question',
    policy: view,
    params: testParams,
    response: testWithQuestionsSchema,
  }),
  stopRetrievalTest: defineRoute({
    method: 'PUT',
    path: '/document-store/tests/:id/:testId/stop',
    tag,
    summary: 'Stop a run of test questions; what is done of it stays',
    policy: view,
    audit: 'retrieval-test.stopped',
    params: testParams,
    response: z.object({ stopped: z.number() }),
  }),
  deleteRetrievalTest: defineRoute({
    method: 'DELETE',
    path: '/document-store/tests/:id/:testId',
    tag,
    summary: 'Delete a run of test questions',
    policy: change,
    audit: 'retrieval-test.deleted',
    params: testParams,
    response: z.object({ deleted: z.number() }),
  }),
}
