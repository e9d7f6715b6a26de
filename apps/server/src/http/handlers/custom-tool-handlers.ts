import type { customToolRoutes } from '@runnel/contract'
import {
  createCustomTool,
  deleteCustomTool,
  getCustomTool,
  listCustomTools,
  type ServingContext,
  updateCustomTool,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { answerList, expectedRevision } from '../list-answer.ts'

/** Custom tools. */
export function customToolHandlers(context: ServingContext): HandlersOf<typeof customToolRoutes> {
  return {
    createCustomTool: ({ principal, body }) => createCustomTool(context, principal, body),
    async listCustomTools(call) {
      return answerList(call, await listCustomTools(context, call.principal, call.query))
    },
    getCustomTool: ({ principal, params }) => getCustomTool(context, principal, params.id),
    updateCustomTool: ({ principal, params, body, request }) =>
      updateCustomTool(context, principal, {
        id: params.id,
        input: body,
        expectedRevision: expectedRevision(request),
      }),
    deleteCustomTool: ({ principal, params }) => deleteCustomTool(context, principal, params.id),
  }
}
