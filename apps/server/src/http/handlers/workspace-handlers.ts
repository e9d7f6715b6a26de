import { RunnelError, type workspaceRoutes } from '@runnel/contract'
import {
  createWorkspace,
  deleteWorkspace,
  linkWorkspaceUsers,
  listShares,
  listWorkspaces,
  listWorkspaceUsers,
  replaceShares,
  type ServingContext,
  switchWorkspace,
  unlinkWorkspaceUsers,
  updateWorkspace,
  updateWorkspaceUser,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { mailLanguage } from '../identify-caller.ts'
import { answerOneOrList, expectedRevision } from '../list-answer.ts'

/** The only one of a call that was for one. */
function onlyOf<T>([only]: T[]): T {
  if (only === undefined) throw new RunnelError('internal', 'A call for one person answered none')
  return only
}

/** Workspaces and who is in them: each route is one operation. */
export function workspaceHandlers(context: ServingContext): HandlersOf<typeof workspaceRoutes> {
  return {
    async listWorkspaces(call) {
      return answerOneOrList(call, await listWorkspaces(context, call.principal, call.query))
    },
    createWorkspace: ({ principal, body }) => createWorkspace(context, principal, body),
    updateWorkspace: ({ principal, body, request }) =>
      updateWorkspace(context, principal, { ...body, expectedRevision: expectedRevision(request) }),
    deleteWorkspace: ({ principal, params }) => deleteWorkspace(context, principal, params.id),
    switchWorkspace: ({ principal, query }) => switchWorkspace(context, principal, query.id),
    linkWorkspaceUsers: ({ principal, request, params, body }) =>
      linkWorkspaceUsers(context, principal, {
        workspaceId: params.id,
        users: body.users,
        language: mailLanguage(request),
      }),
    async unlinkWorkspaceUsers({ principal, params, body }) {
      await unlinkWorkspaceUsers(context, principal, { workspaceId: params.id, userIds: body.userIds })
      return { message: 'success' }
    },
    listShares: ({ principal, params }) => listShares(context, principal, params.id),
    async replaceShares({ principal, params, body }) {
      await replaceShares(context, principal, { id: params.id, ...body })
      return { message: 'Resource Updated Successful' }
    },
    async listWorkspaceUsers(call) {
      return answerOneOrList(call, await listWorkspaceUsers(context, call.principal, call.query))
    },
    async createWorkspaceUser({ principal, request, body: { workspaceId, createdBy, ...user } }) {
      const link = { workspaceId, users: [user], createdBy, language: mailLanguage(request) }
      return onlyOf(await linkWorkspaceUsers(context, principal, link))
    },
    updateWorkspaceUser: ({ principal, body }) => updateWorkspaceUser(context, principal, body),
    async deleteWorkspaceUser({ principal, query: { workspaceId, userId } }) {
      return onlyOf(await unlinkWorkspaceUsers(context, principal, { workspaceId, userIds: [userId] }))
    },
  }
}
