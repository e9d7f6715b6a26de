import type { mcpServerRoutes } from '@runnel/contract'
import {
  authoriseMcpServer,
  createMcpServer,
  deleteMcpServer,
  getMcpServer,
  listMcpServers,
  listMcpServerTools,
  type ServingContext,
  updateMcpServer,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { answerList, expectedRevision } from '../list-answer.ts'

/** The MCP servers of workspaces: each route is one operation. */
export function mcpServerHandlers(context: ServingContext): HandlersOf<typeof mcpServerRoutes> {
  return {
    createMcpServer: ({ principal, body }) => createMcpServer(context, principal, body),
    async listMcpServers(call) {
      return answerList(call, await listMcpServers(context, call.principal, call.query))
    },
    getMcpServer: ({ principal, params }) => getMcpServer(context, principal, params.id),
    listMcpServerTools: ({ principal, params }) => listMcpServerTools(context, principal, params.id),
    updateMcpServer: ({ principal, params, body, request }) =>
      updateMcpServer(context, principal, {
        id: params.id,
        input: body,
        expectedRevision: expectedRevision(request),
      }),
    authoriseMcpServer: ({ principal, params }) => authoriseMcpServer(context, principal, params.id),
    deleteMcpServer: ({ principal, params }) => deleteMcpServer(context, principal, params.id),
  }
}
