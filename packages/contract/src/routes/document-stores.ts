import { z } from 'zod'
import { nodeDefinitionSchema } from '../node-definition.ts'
import { defineRoute } from '../route.ts'
import {
  chosenNodeSchema,
  documentStoreRowSchema,
  documentStoreSchema,
  orJsonText,
} from './document-store-record.ts'
import { configParamSchema } from './nodes.ts'
import { echoed, idParams, idSchema, listOf, orderQuery, pagingQuery, usageQuery } from './parts.ts'

const name = z.string().trim().min(1).max(200)
const description = z.string().max(10_000).nullable()
const tag = 'Document stores'

/** What the server derives may come back as it was given. */
const echoedFields = {
  id: echoed,
  status: echoed,
  whereUsed: echoed,
  totalChars: echoed,
  totalChunks: echoed,
  revision: echoed,
  createdDate: echoed,
  updatedDate: echoed,
  workspaceId: echoed,
  answers: echoed,
  isCurrent: echoed,
  error: echoed,
  runId: echoed,
}

const storeFields = {
  /** They come back as they were given: loaders are saved by calls of their own. */
  loaders: echoed,
  vectorStoreConfig: orJsonText(chosenNodeSchema.nullable()).optional(),
  embeddingConfig: orJsonText(chosenNodeSchema.nullable()).optional(),
  recordManagerConfig: orJsonText(chosenNodeSchema.nullable()).optional(),
  contextConfig: orJsonText(chosenNodeSchema.nullable()).optional(),
  rerankerConfig: orJsonText(chosenNodeSchema.nullable()).optional(),
}

const view = { gate: 'caller', permissions: ['documentStores:view'] } as const
const configure = { gate: 'caller', permissions: ['documentStores:upsert-config'] } as const

export const documentStoreRoutes = {
  createDocumentStore: defineRoute({
    method: 'POST',
    path: '/document-store/store',
    tag,
    summary: 'Create a document store',
    policy: { gate: 'caller', permissions: ['documentStores:create'] },
    audit: 'document-store.created',
    body: z.strictObject({ ...echoedFields, name, description: description.optional(), ...storeFields }),
    response: documentStoreRowSchema,
    idempotent: true,
  }),
  listDocumentStores: defineRoute({
    method: 'GET',
    path: '/document-store/store',
    tag,
    summary: 'List document stores; `whereUsed` are ids of flows',
    policy: view,
    query: z.strictObject({ ...pagingQuery, ...orderQuery, usage: usageQuery.usage }),
    response: listOf(documentStoreSchema),
  }),
  getDocumentStore: defineRoute({
    method: 'GET',
    path: '/document-store/store/:id',
    tag,
    summary: 'Read a document store',
    policy: {
      gate: 'caller',
      permissions: ['documentStores:view', 'documentStores:update', 'documentStores:delete'],
    },
    params: idParams,
    response: documentStoreSchema,
  }),
  updateDocumentStore: defineRoute({
    method: 'PUT',
    path: '/document-store/store/:id',
    tag,
    summary: 'Change name, description or vector configuration of a document store',
    policy: { gate: 'caller', permissions: ['documentStores:create', 'documentStores:update'] },
    audit: 'document-store.updated',
    params: idParams,
    body: z.strictObject({
      ...echoedFields,
      name: name.optional(),
      description: description.optional(),
      ...storeFields,
    }),
    response: documentStoreSchema,
  }),
  deleteDocumentStore: defineRoute({
    method: 'DELETE',
    path: '/document-store/store/:id',
    tag,
    summary: 'Delete a document store with its loaders, chunks, files and history',
    policy: { gate: 'caller', permissions: ['documentStores:delete'] },
    audit: 'document-store.deleted',
    params: idParams,
    response: z.object({ deleted: z.number() }),
  }),
  listStoreConfigs: defineRoute({
    method: 'GET',
    path: '/document-store/store-configs/:id/:loaderId',
    tag,
    summary: 'The params of a loader, its splitter and the vector configuration of its store',
    policy: view,
    params: z.strictObject({ id: idSchema, loaderId: idSchema }),
    response: z.array(configParamSchema),
  }),
  listLoaderComponents: defineRoute({
    method: 'GET',
    path: '/document-store/components/loaders',
    tag,
    summary: 'The loaders that a store can have',
    policy: { gate: 'caller', permissions: ['documentStores:add-loader'] },
    response: z.array(nodeDefinitionSchema),
  }),
  listEmbeddingComponents: defineRoute({
    method: 'GET',
    path: '/document-store/components/embeddings',
    tag,
    summary: 'The embeddings that a store can have',
    policy: configure,
    response: z.array(nodeDefinitionSchema),
  }),
  listVectorStoreComponents: defineRoute({
    method: 'GET',
    path: '/document-store/components/vectorstore',
    tag,
    summary: 'The vector stores that a store can have',
    policy: configure,
    response: z.array(nodeDefinitionSchema),
  }),
  listRecordManagerComponents: defineRoute({
    method: 'GET',
    path: '/document-store/components/recordmanager',
    tag,
    summary: 'The record managers that a store can have',
    policy: configure,
    response: z.array(nodeDefinitionSchema),
  }),
  listRerankerComponents: defineRoute({
    method: 'GET',
    path: '/document-store/components/reranker',
    tag,
    summary: 'The nodes that can put what a store finds into a better order',
    policy: configure,
    response: z.array(nodeDefinitionSchema),
  }),
  listContextComponents: defineRoute({
    method: 'GET',
    path: '/document-store/components/context',
    tag,
    summary: 'The chat models that can say where the chunks of a store stand in their documents',
    policy: configure,
    response: z.array(nodeDefinitionSchema),
  }),
}
