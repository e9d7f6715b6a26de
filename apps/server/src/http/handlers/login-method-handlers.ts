import type { loginMethodRoutes } from '@runnel/contract'
import {
  deleteLoginMethod,
  listLoginMethods,
  type ServingContext,
  saveLoginMethods,
  testLoginMethod,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { expectedRevision } from '../list-answer.ts'
import { apiAddress } from '../redirect-address.ts'

/** Login methods, for who manages them. */
export function loginMethodHandlers(
  context: ServingContext,
  appUrl: string | undefined,
): HandlersOf<typeof loginMethodRoutes> {
  return {
    listLoginMethods: ({ principal, query, request }) =>
      listLoginMethods(context, principal, { ...query, api: apiAddress(request, appUrl) }),
    createLoginMethods: ({ principal, body }) => saveLoginMethods(context, principal, body),
    updateLoginMethods: ({ principal, body, request }) =>
      saveLoginMethods(context, principal, { ...body, expectedRevision: expectedRevision(request) }),
    testLoginMethod: ({ principal, body, request }) =>
      testLoginMethod(context, principal, {
        organizationId: body.organizationId,
        userId: body.userId,
        providerName: body.providerName,
        config: body.providers[0]?.config ?? {},
        api: apiAddress(request, appUrl),
      }),
    deleteLoginMethod: ({ principal, params, query }) =>
      deleteLoginMethod(context, principal, { ...params, ...query }),
  }
}
