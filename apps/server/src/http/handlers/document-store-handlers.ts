import type { documentStoreRoutes } from '@runnel/contract'
import {
  createDocumentStore,
  deleteDocumentStore,
  getDocumentStore,
  listDocumentStores,
  listStoreComponents,
  listStoreConfigs,
  type ServingContext,
  updateDocumentStore,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { answerList, expectedRevision } from '../list-answer.ts'

/** Document stores, and what they can be made of. */
export function documentStoreHandlers(context: ServingContext): HandlersOf<typeof documentStoreRoutes> {
  return {
    createDocumentStore: ({ principal, body }) => createDocumentStore(context, principal, body),
    async listDocumentStores(call) {
      return answerList(call, await listDocumentStores(context, call.principal, call.query))
    },
    getDocumentStore: ({ principal, params }) => getDocumentStore(context, principal, params.id),
    updateDocumentStore: ({ principal, params, body, request }) =>
      updateDocumentStore(context, principal, {
        id: params.id,
        input: body,
        expectedRevision: expectedRevision(request),
      }),
    deleteDocumentStore: ({ principal, params }) => deleteDocumentStore(context, principal, params.id),
    listStoreConfigs: ({ principal, params }) =>
      listStoreConfigs(context, principal, { storeId: params.id, loaderId: params.loaderId }),
    listLoaderComponents: () => listStoreComponents(context, 'documentSource'),
    listEmbeddingComponents: () => listStoreComponents(context, 'embedder'),
    listVectorStoreComponents: () => listStoreComponents(context, 'vectorStore'),
    listRecordManagerComponents: () => listStoreComponents(context, 'recordManager'),
    listRerankerComponents: () => listStoreComponents(context, 'reranker'),
    listContextComponents: () => listStoreComponents(context, 'chatModel'),
  }
}
