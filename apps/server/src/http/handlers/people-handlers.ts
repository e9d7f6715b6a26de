import type { peopleRoutes, roleRoutes, workspaceRoutes } from '@runnel/contract'
import {
  createMember,
  createOrganization,
  createRole,
  deleteMember,
  deleteRole,
  getOrganization,
  getUser,
  listMembers,
  listRoles,
  type ServingContext,
  updateMember,
  updateOrganization,
  updateRole,
} from '@runnel/operations'
import type { Handlers } from '../call.ts'
import { answerOneOrList } from '../list-answer.ts'
import { workspaceHandlers } from './workspace-handlers.ts'

type Routes = typeof peopleRoutes & typeof roleRoutes & typeof workspaceRoutes

/** Accounts, the organisation, its people, roles and workspaces: each route is one operation. */
export function peopleHandlers(context: ServingContext): Omit<Pick<Handlers, keyof Routes>, 'updateUser'> {
  return {
    ...workspaceHandlers(context),

    getUser: ({ principal, query }) => getUser(context, principal, query),
    getOrganization: ({ principal, query }) => getOrganization(context, principal, query),
    createOrganization: ({ principal, body }) => createOrganization(context, principal, body),
    updateOrganization: ({ principal, body }) => updateOrganization(context, principal, body),
    async listOrganizationUsers(call) {
      return answerOneOrList(call, await listMembers(context, call.principal, call.query))
    },
    createOrganizationUser: ({ principal, body }) => createMember(context, principal, body),
    updateOrganizationUser: ({ principal, body }) => updateMember(context, principal, body),
    deleteOrganizationUser: ({ principal, query }) => deleteMember(context, principal, query),

    async listRoles(call) {
      return answerOneOrList(call, await listRoles(context, call.principal, call.query))
    },
    createRole: ({ principal, body }) => createRole(context, principal, body),
    updateRole: ({ principal, body }) => updateRole(context, principal, body),
    deleteRole: ({ principal, query }) => deleteRole(context, principal, query),
  }
}
