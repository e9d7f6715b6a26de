import { z } from 'zod'
import { jsonObjectSchema } from '../json.ts'
import { defineRoute } from '../route.ts'
import { waitQuery } from './document-loaders.ts'
import {
  documentStoreRowSchema,
  indexResultSchema,
  orJsonText,
  storeJobSchema,
  upsertHistorySchema,
} from './document-store-record.ts'
import { RUN_FLOWS } from './flow-permissions.ts'
import { dateSchema, deletionSchema, idParams, idSchema } from './parts.ts'

const nodeName = z.string().max(200).nullish()
const config = jsonObjectSchema.nullish()
const tag = 'Document stores'
const storeIdParams = z.strictObject({ storeId: idSchema })

/** The vector configuration of a store: what is missing is taken away. */
const configFields = {
  storeId: idSchema,
  embeddingName: nodeName,
  embeddingConfig: config,
  vectorStoreName: nodeName,
  vectorStoreConfig: config,
  recordManagerName: nodeName,
  recordManagerConfig: config,
  /** Ours: a chat model that says where each chunk stands in its document; searched with the chunk, never answered. */
  contextName: nodeName,
  contextConfig: config,
  /** Ours: a node that puts what is found into a better order. */
  rerankerName: nodeName,
  rerankerConfig: config,
}
const configBody = z.strictObject(configFields)
export type VectorConfigBody = z.infer<typeof configBody>

/** In a form objects are JSON text. */
const field = <T extends z.ZodType>(schema: T) => orJsonText(schema).optional()

const nodeField = field(
  z.object({ name: z.string().max(200).optional(), config: jsonObjectSchema.optional() }),
)

/** What somebody takes into a store from outside: JSON, or a form with `files`. Given configs are laid over the stored ones. */
const upsertFields = {
  /** The loader whose settings are the base; it is changed itself only with `replaceExisting`. */
  docId: z.string().max(200).optional(),
  metadata: field(jsonObjectSchema),
  replaceExisting: field(z.boolean()),
  createNewDocStore: field(z.boolean()),
  docStore: field(
    z.object({ name: z.string().max(200).optional(), description: z.string().max(10_000).optional() }),
  ),
  loaderName: z.string().max(200).optional(),
  loader: nodeField,
  splitter: nodeField,
  vectorStore: nodeField,
  embedding: nodeField,
  recordManager: nodeField,
  /** Ours. */
  contextModel: nodeField,
  /** Ours. */
  reranker: nodeField,
}
const upsertBody = z.object(upsertFields).optional()
export type DocumentUpsertBody = z.infer<typeof upsertBody>
const upsertResult = indexResultSchema.extend({ docId: idSchema })

const configure = { gate: 'caller', permissions: ['documentStores:upsert-config'] } as const
const view = { gate: 'caller', permissions: ['documentStores:view'] } as const

export const documentStoreVectorRoutes = {
  saveVectorConfig: defineRoute({
    method: 'POST',
    path: '/document-store/vectorstore/save',
    tag,
    summary: 'Keep the vector configuration of a store; what is missing is taken away',
    policy: configure,
    audit: 'document-store.updated',
    body: configBody,
    response: documentStoreRowSchema,
  }),
  updateVectorStoreConfig: defineRoute({
    method: 'POST',
    path: '/document-store/vectorstore/update',
    tag,
    summary: 'Change the settings of the vector store of a store',
    policy: configure,
    audit: 'document-store.updated',
    body: configBody.pick({ storeId: true, vectorStoreName: true, vectorStoreConfig: true }),
    response: documentStoreRowSchema,
  }),
  insertIntoVectorStore: defineRoute({
    method: 'POST',
    path: '/document-store/vectorstore/insert',
    tag,
    summary: 'Keep the vector configuration, and make the vectors of a store, or of one loader (`docId`)',
    policy: configure,
    audit: 'document-store.upserted',
    query: waitQuery,
    body: z.strictObject({
      ...configFields,
      docId: idSchema.optional(),
      isStrictSave: z.boolean().optional(),
    }),
    runsFlow: true,
    response: z.union([indexResultSchema, storeJobSchema]),
  }),
  deleteVectors: defineRoute({
    method: 'DELETE',
    path: '/document-store/vectorstore/:storeId',
    tag,
    summary: 'Delete the vectors of a store, or of one loader (`docId`); its chunks stay',
    policy: configure,
    audit: 'document-store.vectors-deleted',
    params: storeIdParams,
    query: z.strictObject({ docId: idSchema.optional() }),
    runsFlow: true,
    response: 'text',
  }),
  queryVectorStore: defineRoute({
    method: 'POST',
    path: '/document-store/vectorstore/query',
    tag,
    summary: 'Find what fits a question in a store; `inputs` change its vector store for this time',
    policy: view,
    audit: { none: 'reads' },
    body: z.strictObject({
      storeId: idSchema,
      query: z.string().min(1).max(100_000),
      inputs: jsonObjectSchema.optional(),
      /** Ours: only chunks whose metadata meet it are found, as `{"page": {"$gte": 3}}`. Stores outside take equal values alone. */
      filter: jsonObjectSchema.optional(),
    }),
    runsFlow: true,
    response: z.object({
      /** In milliseconds. */
      timeTaken: z.number(),
      docs: z.array(
        z.object({
          pageContent: z.string(),
          metadata: jsonObjectSchema,
          /** Of the chunk; empty where the store has none with this content any more. */
          id: z.string(),
          /** −1 where the store has no such chunk any more. */
          chunkNo: z.number(),
          /** Ours: its loader; empty where the store has no such chunk any more. */
          docId: z.string(),
          /** Ours. */
          score: z.number(),
        }),
      ),
    }),
  }),
  upsertDocuments: defineRoute({
    method: 'POST',
    path: '/document-store/upsert/:id',
    tag,
    summary:
      'Take documents into a store: a loader is added or replaced, processed, and its vectors are made',
    policy: configure,
    audit: 'document-store.upserted',
    params: idParams,
    query: waitQuery,
    body: upsertBody,
    holds: 'flows',
    runsFlow: true,
    response: z.union([upsertResult, storeJobSchema.extend({ docId: idSchema })]),
    idempotent: 'by its run',
  }),
  refreshDocuments: defineRoute({
    method: 'POST',
    path: '/document-store/refresh/:id',
    tag,
    summary:
      'Process loaders again and make the vectors of the store anew; without `items` all of its loaders',
    policy: configure,
    audit: 'document-store.upserted',
    params: idParams,
    query: waitQuery,
    body: z.object({ items: z.array(z.object(upsertFields)).max(100).optional() }).optional(),
    /** The store is made anew as a whole: there is one result for all of its loaders. */
    holds: 'flows',
    runsFlow: true,
    response: z.union([z.array(indexResultSchema), storeJobSchema]),
    idempotent: 'by its run',
  }),
  generateToolDescription: defineRoute({
    method: 'POST',
    path: '/document-store/generate-tool-desc/:id',
    tag,
    summary: 'Have a model describe what a store holds, by its first chunks',
    policy: view,
    audit: { none: 'reads' },
    params: idParams,
    body: z.strictObject({
      selectedChatModel: z.object({
        name: z.string().min(1).max(200),
        credential: z.string().max(200).optional(),
        inputs: jsonObjectSchema.optional(),
      }),
    }),
    runsFlow: true,
    response: z.object({ content: z.string() }),
  }),
  stopDocumentStore: defineRoute({
    method: 'PUT',
    path: '/document-store/stop/:id',
    tag,
    summary: 'Stop what is done in a store now; what stood before stays',
    policy: {
      gate: 'caller',
      permissions: ['documentStores:preview-process', 'documentStores:upsert-config'],
    },
    audit: 'document-store.stopped',
    params: idParams,
    /** Of one loader alone. */
    query: z.strictObject({ loaderId: idSchema.optional() }),
    response: z.object({ stopped: z.number() }),
  }),
  listUpsertHistory: defineRoute({
    method: 'GET',
    path: '/upsert-history/:id',
    tag,
    summary: 'What was taken into the vector stores of a flow, or of a document store',
    policy: { gate: 'caller', permissions: [...RUN_FLOWS, 'documentStores:view'] },
    params: idParams,
    query: z.strictObject({
      order: z.enum(['ASC', 'DESC']).optional(),
      startDate: z.union([dateSchema, z.iso.date()]).optional(),
      endDate: z.union([dateSchema, z.iso.date()]).optional(),
    }),
    response: z.array(upsertHistorySchema),
  }),
  deleteUpsertHistory: defineRoute({
    method: 'PATCH',
    path: '/upsert-history',
    tag,
    summary: 'Delete entries of the history',
    policy: {
      gate: 'caller',
      permissions: [
        'chatflows:update',
        'agentflows:update',
        'assistants:update',
        'documentStores:upsert-config',
      ],
    },
    audit: 'upsert-history.deleted',
    body: z.strictObject({ ids: z.array(idSchema).min(1).max(200) }),
    response: deletionSchema,
  }),
}
