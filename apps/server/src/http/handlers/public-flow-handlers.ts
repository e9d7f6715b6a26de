import type { publicFlowRoutes } from '@runnel/contract'
import {
  getPublicChatbotConfig,
  getPublicChatflow,
  getUploadFile,
  getUploadRules,
  isFlowStreaming,
  listFlows,
  type ServingContext,
} from '@runnel/operations'
import type { FastifyRequest } from 'fastify'
import type { HandlersOf } from '../call.ts'
import { identifyKey } from '../key-in-address.ts'
import { sendFile } from '../send-file.ts'

/** The page that asks. A picture in a page is asked for without `Origin`; the browser may name the page otherwise. */
function askingOrigin({ headers, host, protocol }: FastifyRequest): string | undefined {
  const { origin, referer } = headers
  const named =
    origin ?? (referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined)
  return named === `${protocol}://${host}` ? undefined : named
}

/** What the public faces of flows tell, and the flows of a key. */
export function publicFlowHandlers(context: ServingContext): HandlersOf<typeof publicFlowRoutes> {
  return {
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
