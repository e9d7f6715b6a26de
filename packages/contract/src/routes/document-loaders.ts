import { z } from 'zod'
import { documentTagsSchema } from '../document-tags.ts'
import { jsonObjectSchema } from '../json.ts'
import { defineRoute } from '../route.ts'
import {
  ALL_LOADERS,
  chunkOriginSchema,
  chunkPageSchema,
  documentLoaderSchema,
  documentStoreSchema,
  orJsonText,
  storeJobSchema,
} from './document-store-record.ts'
import { refreshSettingSchema } from './loader-refresh.ts'
import { echoed, idSchema, orderQuery } from './parts.ts'

const nodeName = z.string().max(200)
const tag = 'Document stores'

/** A loader with its splitter, as it is previewed, saved and processed. Files stand in params as data URIs. */
const loaderFields = {
  storeId: idSchema,
  /** Of a loader that is there. */
  id: idSchema.optional(),
  /** Type and label of the loader's node. */
  loaderId: nodeName,
  loaderName: nodeName.optional(),
  loaderConfig: jsonObjectSchema,
  splitterId: nodeName.nullish(),
  splitterName: nodeName.nullish(),
  splitterConfig: jsonObjectSchema.nullish(),
  credential: z.string().max(200).nullish(),
  rehydrated: z.boolean().optional(),
  totalChunks: echoed,
  totalChars: echoed,
  status: echoed,
  files: echoed,
  sources: echoed,
  reading: echoed,
  source: echoed,
  edited: echoed,
  error: echoed,
  runId: echoed,
  refresh: echoed,
  tags: echoed,
}
const loaderBody = z.strictObject({ ...loaderFields, previewChunkCount: z.number().int().min(-1).optional() })

/** A chunk that is not stored. */
const previewChunkSchema = z.object({ pageContent: z.string(), metadata: jsonObjectSchema })

const loaderPreviewSchema = z.object({
  chunks: z.array(previewChunkSchema),
  /** Ours: of those that were cut, which are not all where `isWhole` is false. */
  totalChunks: z.number(),
  previewChunkCount: z.number(),
  /** Ours: the source was read to its end. */
  isWhole: z.boolean(),
  /** Ours: the first sources that could not be read. */
  unread: z.array(z.object({ name: z.string(), error: z.string() })),
})

/** A frame of a preview that is streamed: chunks as they come, then all that is known at its end, or why it failed. */
export type PreviewFrame =
  | { chunks: z.infer<typeof previewChunkSchema>[]; totalChunks: number }
  | { end: Omit<z.infer<typeof loaderPreviewSchema>, 'chunks'> }
  | { error: string }

/** `wait=false`: answers with the run at once. */
export const waitQuery = z.strictObject({ wait: z.enum(['true', 'false']).optional() })

const loaderParams = z.strictObject({ id: idSchema, loaderId: idSchema })
const chunksParams = z.strictObject({ storeId: idSchema, loaderId: idSchema })
/** `place` is the id of a chunk. */
const chunkParams = z.strictObject({ storeId: idSchema, loaderId: idSchema, place: idSchema })

const view = { gate: 'caller', permissions: ['documentStores:view'] } as const
const process = { gate: 'caller', permissions: ['documentStores:preview-process'] } as const
const refresh = { gate: 'caller', permissions: ['documentStores:upsert-config'] } as const
const changeChunks = { gate: 'caller', permissions: ['documentStores:update'] } as const

export const documentLoaderRoutes = {
  previewLoader: defineRoute({
    method: 'POST',
    path: '/document-store/loader/preview',
    tag,
    summary: 'Show what a loader and its splitter would give; nothing is stored',
    policy: process,
    audit: { none: 'reads' },
    /** With `streaming` chunks are sent as they come, as frames of an event stream. */
    body: loaderBody.extend({ streaming: z.boolean().optional() }),
    holds: 'flows',
    runsFlow: true,
    response: loaderPreviewSchema,
    mayStream: true,
  }),
  saveLoader: defineRoute({
    method: 'POST',
    path: '/document-store/loader/save',
    tag,
    summary: 'Add a loader to a store, or change the settings of one',
    policy: process,
    audit: ['document-loader.created', 'document-loader.updated'],
    body: loaderBody,
    holds: 'flows',
    response: documentLoaderSchema,
    idempotent: true,
  }),
  processLoader: defineRoute({
    method: 'POST',
    path: '/document-store/loader/process/:loaderId',
    tag,
    summary: 'Read the documents of a loader and cut them into chunks, which take the place of those before',
    policy: process,
    audit: 'document-loader.processed',
    params: z.strictObject({ loaderId: idSchema }),
    /** `only: failed` reads those files and sources alone that could not be read the last time; the chunks of the others stay as they are. */
    query: waitQuery.extend({ only: z.literal('failed').optional() }),
    /** The loader as it is saved first; of one that is saved already, its id and store do. */
    body: loaderBody.partial({ loaderId: true, loaderConfig: true }),
    holds: 'flows',
    runsFlow: true,
    response: z.union([chunkPageSchema, storeJobSchema]),
  }),
  deleteLoader: defineRoute({
    method: 'DELETE',
    path: '/document-store/loader/:id/:loaderId',
    tag,
    summary: 'Delete a loader with its chunks and files',
    policy: { gate: 'caller', permissions: ['documentStores:delete-loader'] },
    audit: 'document-loader.deleted',
    params: loaderParams,
    response: documentStoreSchema,
  }),
  setLoaderRefresh: defineRoute({
    method: 'PUT',
    path: '/document-store/loader/:id/:loaderId/refresh',
    tag,
    summary: 'Say when a loader is read again by itself; `setting: null` ends that',
    policy: refresh,
    audit: 'document-loader.refresh-changed',
    params: loaderParams,
    body: z.strictObject({ setting: refreshSettingSchema.nullable(), paused: z.boolean().optional() }),
    response: documentLoaderSchema,
  }),
  refreshLoader: defineRoute({
    method: 'POST',
    path: '/document-store/loader/:id/:loaderId/refresh',
    tag,
    summary: 'Read a loader again now, as far as it changed; where the store has vectors they follow',
    policy: refresh,
    audit: 'document-loader.refreshed',
    params: loaderParams,
    query: waitQuery,
    response: z.union([documentLoaderSchema, storeJobSchema]),
  }),
  setLoaderTags: defineRoute({
    method: 'PUT',
    path: '/document-store/loader/:id/:loaderId/tags',
    tag,
    summary: 'Say who may read the documents of a loader: those who carry one of its tags',
    policy: refresh,
    audit: 'document-store.access-changed',
    params: loaderParams,
    body: z.strictObject({ tags: documentTagsSchema }),
    response: documentLoaderSchema,
  }),
  getLoaderFile: defineRoute({
    method: 'GET',
    path: '/document-store/loader/:id/:loaderId/file',
    caching: 'caller',
    tag,
    summary: 'Get an original file of a loader: the only one, or the one of an id',
    policy: view,
    params: loaderParams,
    /** `view=inline`: shown by the browser where that can do no harm; saved otherwise. */
    query: z.strictObject({ fileId: idSchema.optional(), view: z.literal('inline').optional() }),
    response: 'file',
  }),
  findChunkOrigin: defineRoute({
    method: 'POST',
    path: '/document-store/origin',
    tag,
    summary: 'Where a passage that was found stands in the document stores: chunk, loader, original file',
    policy: view,
    audit: { none: 'reads' },
    body: z.strictObject({ pageContent: z.string().max(1_000_000), metadata: jsonObjectSchema }),
    response: z.array(chunkOriginSchema),
  }),
  listChunks: defineRoute({
    method: 'GET',
    path: '/document-store/chunks/:storeId/:loaderId/:place',
    tag,
    summary: 'A page of 50 chunks of a loader, or of `all`; `search` leaves out those without that text',
    policy: view,
    params: z.strictObject({
      storeId: idSchema,
      loaderId: z.union([idSchema, z.literal(ALL_LOADERS)]),
      /** The number of the page, from 1 on. */
      place: z.coerce.number().int().min(1).max(1_000_000),
    }),
    query: z.strictObject({ search: orderQuery.search }),
    response: chunkPageSchema,
  }),
  updateChunk: defineRoute({
    method: 'PUT',
    path: '/document-store/chunks/:storeId/:loaderId/:place',
    tag,
    summary: 'Change the text or the metadata of a chunk',
    policy: changeChunks,
    audit: 'document-chunk.updated',
    params: chunkParams,
    body: z.strictObject({
      pageContent: z.string().min(1).max(1_000_000),
      metadata: orJsonText(jsonObjectSchema.nullable()).optional(),
    }),
    response: chunkPageSchema,
  }),
  splitChunk: defineRoute({
    method: 'POST',
    path: '/document-store/chunks/:storeId/:loaderId/:place/split',
    tag,
    summary: 'Cut a chunk into several at these places (characters from its beginning)',
    policy: changeChunks,
    audit: 'document-chunk.split',
    params: chunkParams,
    body: z.strictObject({ at: z.array(z.number().int().min(1)).min(1).max(50) }),
    response: chunkPageSchema,
  }),
  mergeChunks: defineRoute({
    method: 'POST',
    path: '/document-store/chunks/:storeId/:loaderId/merge',
    tag,
    summary: 'Make one chunk of several, in their order; it stands at the place of the first',
    policy: changeChunks,
    audit: 'document-chunk.merged',
    params: chunksParams,
    body: z.strictObject({
      ids: z.array(idSchema).min(2).max(50),
      separator: z.string().max(100).optional(),
    }),
    response: chunkPageSchema,
  }),
  deleteChunk: defineRoute({
    method: 'DELETE',
    path: '/document-store/chunks/:storeId/:loaderId/:place',
    tag,
    summary: 'Delete a chunk',
    policy: { gate: 'caller', permissions: ['documentStores:update', 'documentStores:delete'] },
    audit: 'document-chunk.deleted',
    params: chunkParams,
    response: chunkPageSchema,
  }),
}
