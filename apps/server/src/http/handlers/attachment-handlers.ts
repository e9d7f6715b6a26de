import type { attachmentRoutes } from '@runnel/contract'
import { createAttachments, type ServingContext } from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { calledFlow } from '../called-flow.ts'

/** Files that callers of a flow bring before they ask. */
export function attachmentHandlers(context: ServingContext): HandlersOf<typeof attachmentRoutes> {
  return {
    createAttachments: ({ principal, params, body, request }) =>
      createAttachments(context, {
        principal,
        flow: calledFlow(request),
        chatId: params.chatId,
        files: request.formFiles ?? [],
        isBase64: body.base64 !== undefined && !['', 'false'].includes(body.base64),
      }),
  }
}
