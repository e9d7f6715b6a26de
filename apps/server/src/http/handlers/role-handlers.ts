import type { roleRoutes } from '@runnel/contract'
import { createRole, deleteRole, listRoles, type ServingContext, updateRole } from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { answerOneOrList, expectedRevision } from '../list-answer.ts'

/** Roles. */
export function roleHandlers(context: ServingContext): HandlersOf<typeof roleRoutes> {
  return {
    async listRoles(call) {
      return answerOneOrList(call, await listRoles(context, call.principal, call.query))
    },
    createRole: ({ principal, body }) => createRole(context, principal, body),
    updateRole: ({ principal, body, request }) =>
      updateRole(context, principal, { ...body, expectedRevision: expectedRevision(request) }),
    deleteRole: ({ principal, query }) => deleteRole(context, principal, query),
  }
}
