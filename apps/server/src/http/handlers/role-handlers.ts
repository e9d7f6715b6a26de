import type { roleRoutes } from '@runnel/contract'
import { createRole, deleteRole, listRoles, type ServingContext, updateRole } from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { answerOneOrList } from '../list-answer.ts'

/** Roles. */
export function roleHandlers(context: ServingContext): HandlersOf<typeof roleRoutes> {
  return {
    async listRoles(call) {
      return answerOneOrList(call, await listRoles(context, call.principal, call.query))
    },
    createRole: ({ principal, body }) => createRole(context, principal, body),
    updateRole: ({ principal, body }) => updateRole(context, principal, body),
    deleteRole: ({ principal, query }) => deleteRole(context, principal, query),
  }
}
