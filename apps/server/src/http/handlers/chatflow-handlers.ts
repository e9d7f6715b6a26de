import type { chatflowRoutes } from '@runnel/contract'
import {
  createFlow,
  deleteFlow,
  dismissRepairs,
  exportStoredFlow,
  getFlow,
  getFlowDocumentTags,
  hasFlowChanged,
  listFlowChanges,
  listFlows,
  type ServingContext,
  saveFlow,
  setFlowDocumentTags,
  updateFlow,
  validateStoredFlow,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { answerList, expectedRevision } from '../list-answer.ts'

/** Flows of any kind: saving, listing, and what is told of them. */
export function chatflowHandlers(context: ServingContext): HandlersOf<typeof chatflowRoutes> {
  return {
    createChatflow: ({ principal, body }) => createFlow(context, principal, body),
    async listChatflows(call) {
      return answerList(call, await listFlows(context, call.principal, call.query))
    },
    async getChatflow({ principal, params, query, reply }) {
      const flow = await getFlow(context, principal, { flowId: params.id, view: query.view ?? 'full' })
      reply.header('ETag', `"${flow.revision}"`)
      return flow
    },
    async updateChatflow({ principal, params, body, request, reply }) {
      const saved = await updateFlow(context, principal, {
        flowId: params.id,
        body,
        expectedRevision: expectedRevision(request),
      })
      reply.header('ETag', `"${saved.revision}"`)
      return saved
    },
    async saveChatflow({ principal, params, body, request, reply }) {
      const saved = await saveFlow(context, principal, {
        flowId: params.id,
        body,
        expectedRevision: expectedRevision(request),
      })
      reply.header('ETag', `"${saved.revision}"`)
      return saved
    },
    listChatflowChanges: ({ principal, params, query }) =>
      listFlowChanges(context, principal, { flowId: params.id, ...query }),
    deleteChatflow: ({ principal, params }) => deleteFlow(context, principal, params.id),
    hasChatflowChanged: ({ principal, params }) =>
      hasFlowChanged(context, principal, { flowId: params.id, since: params.lastUpdatedDateTime }),
    dismissRepairs: ({ principal, params }) => dismissRepairs(context, principal, params.id),
    getFlowDocumentTags: ({ principal, params }) => getFlowDocumentTags(context, principal, params.id),
    setFlowDocumentTags: ({ principal, params, body }) =>
      setFlowDocumentTags(context, principal, { flowId: params.id, ...body }),
    exportChatflow: ({ principal, params }) => exportStoredFlow(context, principal, params.id),
    getValidation: ({ principal, params }) => validateStoredFlow(context, principal, params.id),
  }
}
