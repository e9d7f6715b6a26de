import type { chatflowRoutes, draftRoutes, publicFlowRoutes } from '@runnel/contract'
import {
  appendDraft,
  createFlow,
  deleteDraft,
  deleteFlow,
  dismissRepairs,
  exportStoredFlow,
  getDraft,
  getFlow,
  getFlowDocumentTags,
  getPublicChatbotConfig,
  getPublicChatflow,
  getUploadFile,
  getUploadRules,
  hasFlowChanged,
  isFlowStreaming,
  listFlowChanges,
  listFlows,
  type ServingContext,
  saveFlow,
  setFlowDocumentTags,
  updateFlow,
  validateStoredFlow,
} from '@runnel/operations'
import type { FastifyRequest } from 'fastify'
import type { Handlers } from '../call.ts'
import { identifyKey } from '../key-in-address.ts'
import { answerList, expectedRevision } from '../list-answer.ts'
import { sendFile } from '../send-file.ts'

type FlowRoute = keyof (typeof chatflowRoutes & typeof draftRoutes & typeof publicFlowRoutes)

/** The page that asks. A picture in a page is asked for without `Origin`; the browser may name the page otherwise. */
function askingOrigin({ headers, host, protocol }: FastifyRequest): string | undefined {
  const { origin, referer } = headers
  const named =
    origin ?? (referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined)
  return named === `${protocol}://${host}` ? undefined : named
}

/** Flows of any kind: saving, listing, drafts, and what their public faces tell. */
export function chatflowHandlers(context: ServingContext): Pick<Handlers, FlowRoute> {
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
    getDraft: ({ principal, params }) => getDraft(context, principal, params.id),
    appendDraft: ({ principal, params, body }) =>
      appendDraft(context, principal, { flowId: params.id, ...body }),
    deleteDraft: ({ principal, params }) => deleteDraft(context, principal, params.id),
    dismissRepairs: ({ principal, params }) => dismissRepairs(context, principal, params.id),
    getFlowDocumentTags: ({ principal, params }) => getFlowDocumentTags(context, principal, params.id),
    setFlowDocumentTags: ({ principal, params, body }) =>
      setFlowDocumentTags(context, principal, { flowId: params.id, ...body }),
    exportChatflow: ({ principal, params }) => exportStoredFlow(context, principal, params.id),
    getValidation: ({ principal, params }) => validateStoredFlow(context, principal, params.id),
    isStreaming: ({ params }) => isFlowStreaming(context, params.id),
    getUploadRules: ({ params }) => getUploadRules(context, params.id),
    async getUploadFile({ query, principal, request, reply }) {
      const { chatflowId, chatId, fileName, download } = query
      const origin = askingOrigin(request)
      const wanted = { flowId: chatflowId, chatId, name: fileName, principal, origin }
      const file = await getUploadFile(context, wanted)
      const { mayBeShownElsewhere } = file
      return sendFile(reply, file, { mayShow: download !== 'true', mayBeShownElsewhere })
    },
    getPublicChatbotConfig: ({ params }) => getPublicChatbotConfig(context, params.id),
    getPublicChatflow: ({ principal, params }) => getPublicChatflow(context, principal, params.id),
    async listFlowsOfKey({ params, query }) {
      const principal = await identifyKey(context, params.apikey)
      const key = { id: principal.keyId, alone: query.keyonly !== undefined }
      return (await listFlows(context, principal, { sort: 'name', key })).rows
    },
  }
}
