import type { documentLoaderRoutes } from '@runnel/contract'
import {
  beginLoaderWork,
  deleteChunk,
  deleteLoader,
  findChunkOrigin,
  getLoader,
  getLoaderFile,
  listChunks,
  mergeChunks,
  readResult,
  refreshLoader,
  type ServingContext,
  saveLoader,
  setLoaderRefresh,
  setLoaderTags,
  splitChunk,
  updateChunk,
} from '@runnel/operations'
import { setRunHeaders } from '../answer-prediction.ts'
import { answerPreview } from '../answer-preview.ts'
import type { Handlers, HandlersOf } from '../call.ts'
import { sendFile } from '../send-file.ts'

/** A chunk, as the address of a call names it. */
const placeOf = ({ place: chunkId, ...of }: { storeId: string; loaderId: string; place: string }) => ({
  ...of,
  chunkId,
})

/** Loaders of document stores, and their chunks. */
export function documentLoaderHandlers(context: ServingContext): HandlersOf<typeof documentLoaderRoutes> {
  return {
    previewLoader: (call) => answerPreview(context, call),
    saveLoader: ({ principal, body }) => saveLoader(context, principal, body),
    async processLoader({ principal, params, body, query, reply }) {
      const { loaderId } = params
      const { storeId } = body
      const work = await beginLoaderWork(context, principal, {
        ...body,
        id: loaderId,
        onlyFailed: query.only === 'failed',
      })
      setRunHeaders(reply, work)
      if (query.wait === 'false') return { jobId: work.runId }
      await readResult(work)
      return listChunks(context, principal, { storeId, loaderId, page: 1 })
    },
    deleteLoader: ({ principal, params }) =>
      deleteLoader(context, principal, { storeId: params.id, loaderId: params.loaderId }),
    setLoaderRefresh: ({ principal, params, body }) =>
      setLoaderRefresh(context, principal, { storeId: params.id, loaderId: params.loaderId, ...body }),
    setLoaderTags: ({ principal, params, body }) =>
      setLoaderTags(context, principal, { storeId: params.id, loaderId: params.loaderId, ...body }),
    async refreshLoader({ principal, params, query, reply }) {
      const of = { storeId: params.id, loaderId: params.loaderId }
      const work = await refreshLoader(context, principal, of)
      setRunHeaders(reply, work)
      if (query.wait === 'false') return { jobId: work.runId }
      await readResult(work)
      return getLoader(context, principal, of)
    },
    async getLoaderFile({ principal, params, query, reply }) {
      const { id: storeId, loaderId } = params
      const { fileId, view } = query
      const file = await getLoaderFile(context, principal, { storeId, loaderId, fileId })
      return sendFile(reply, file, { mayShow: view === 'inline', mayBeShownElsewhere: false })
    },
    findChunkOrigin: ({ principal, body }) => findChunkOrigin(context, principal, body),
    listChunks: ({ principal, params, query }) =>
      listChunks(context, principal, {
        storeId: params.storeId,
        loaderId: params.loaderId,
        page: params.place,
        ...query,
      }),
    ...chunkHandlers(context),
  }
}

type ChunkRoutes = 'updateChunk' | 'splitChunk' | 'mergeChunks' | 'deleteChunk'

/** What people change in chunks by hand. */
function chunkHandlers(context: ServingContext): Pick<Handlers, ChunkRoutes> {
  return {
    updateChunk: ({ principal, params, body }) =>
      updateChunk(context, principal, { ...placeOf(params), ...body }),
    splitChunk: ({ principal, params, body }) =>
      splitChunk(context, principal, { ...placeOf(params), ...body }),
    mergeChunks: ({ principal, params, body }) => mergeChunks(context, principal, { ...params, ...body }),
    deleteChunk: ({ principal, params }) => deleteChunk(context, principal, placeOf(params)),
  }
}
