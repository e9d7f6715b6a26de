import { type documentStoreVectorRoutes, indexResultSchema } from '@runnel/contract'
import {
  type AcceptedStoreWork,
  deleteUpsertHistory,
  deleteVectors,
  followStoreWork,
  generateToolDescription,
  insertIntoVectorStore,
  listUpsertHistory,
  queryVectorStore,
  readResult,
  refreshDocuments,
  type ServingContext,
  saveVectorConfig,
  stopDocumentStore,
  updateVectorStoreConfig,
  upsertDocuments,
} from '@runnel/operations'
import type { FastifyReply } from 'fastify'
import { setRunHeaders } from '../answer-prediction.ts'
import type { Call, HandlersOf } from '../call.ts'
import { runIdempotently } from '../idempotency.ts'

/** What came of making vectors. */
async function readIndexResult(reply: FastifyReply, work: AcceptedStoreWork) {
  setRunHeaders(reply, work)
  return indexResultSchema.parse(await readResult(work))
}

/** The job of somebody who does not wait. */
function answerJob(reply: FastifyReply, work: AcceptedStoreWork): { jobId: string } {
  setRunHeaders(reply, work)
  return { jobId: work.runId }
}

/** Begins work once for an `Idempotency-Key`; who says it again follows what was begun, while it goes on and afterwards. */
async function beginOnce<Work extends AcceptedStoreWork>(
  context: ServingContext,
  { request, principal }: Call<'upsertDocuments'> | Call<'refreshDocuments'>,
  begin: () => Promise<Work>,
): Promise<Work> {
  let begun: Work | undefined
  const kept = await runIdempotently(context, { request, principal }, async () => {
    begun = await begin()
    const { events: _events, ...told } = begun
    return told
  })
  return begun ?? ({ ...kept, ...followStoreWork(context, principal, kept.runId) } as Work)
}

/** The vectors of document stores, and the history of all stores of vectors. */
export function documentStoreVectorHandlers(
  context: ServingContext,
): HandlersOf<typeof documentStoreVectorRoutes> {
  return {
    saveVectorConfig: ({ principal, body }) => saveVectorConfig(context, principal, body),
    updateVectorStoreConfig: ({ principal, body }) => updateVectorStoreConfig(context, principal, body),
    async insertIntoVectorStore({ principal, body, query, reply }) {
      const work = await insertIntoVectorStore(context, principal, body)
      return query.wait === 'false' ? answerJob(reply, work) : readIndexResult(reply, work)
    },
    async deleteVectors({ principal, params, query, reply }) {
      const work = await deleteVectors(context, principal, { ...params, ...query })
      if (work) {
        setRunHeaders(reply, work)
        await readResult(work)
      }
      return reply.type('text/plain; charset=utf-8').send('')
    },
    queryVectorStore: ({ principal, body }) => queryVectorStore(context, principal, body),
    async upsertDocuments(call) {
      const { principal, params, body, query, request, reply } = call
      const given = { storeId: params.id, body: body ?? {}, files: request.formFiles ?? [] }
      const work = await beginOnce(context, call, () => upsertDocuments(context, principal, given))
      const { docId } = work
      if (query.wait === 'false') return { ...answerJob(reply, work), docId }
      return { ...(await readIndexResult(reply, work)), docId }
    },
    async refreshDocuments(call) {
      const { principal, params, body, query, reply } = call
      const given = { storeId: params.id, ...body }
      const work = await beginOnce(context, call, () => refreshDocuments(context, principal, given))
      return query.wait === 'false' ? answerJob(reply, work) : [await readIndexResult(reply, work)]
    },
    generateToolDescription: ({ principal, params, body }) =>
      generateToolDescription(context, principal, { storeId: params.id, ...body }),
    stopDocumentStore: ({ principal, params, query }) =>
      stopDocumentStore(context, principal, { ...params, ...query }),
    listUpsertHistory: ({ principal, params, query }) =>
      listUpsertHistory(context, principal, { ...params, ...query }),
    deleteUpsertHistory: ({ principal, body }) => deleteUpsertHistory(context, principal, body.ids),
  }
}
