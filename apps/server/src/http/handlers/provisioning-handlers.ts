import type { provisioningRoutes } from '@runnel/contract'
import {
  createProvisioningToken,
  deleteProvisioningToken,
  getProvisioning,
  listProvisionedGroups,
  mapProvisionedGroup,
  requireSignOn,
  type ServingContext,
  takeOverProvisioningToken,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { expectedRevision } from '../list-answer.ts'
import { apiAddress } from '../redirect-address.ts'

/** What the provider of an organisation's identities does, and how its administrators set that up. */
export function provisioningHandlers(
  context: ServingContext,
  appUrl: string | undefined,
): HandlersOf<typeof provisioningRoutes> {
  return {
    getProvisioning: ({ principal, request }) =>
      getProvisioning(context, principal, apiAddress(request, appUrl)),
    createProvisioningToken: ({ principal, body }) => createProvisioningToken(context, principal, body),
    takeOverProvisioningToken: ({ principal, params }) =>
      takeOverProvisioningToken(context, principal, params.id),
    deleteProvisioningToken: ({ principal, params }) =>
      deleteProvisioningToken(context, principal, params.id),
    listProvisionedGroups: ({ principal, query }) => listProvisionedGroups(context, principal, query),
    mapProvisionedGroup: ({ principal, params, body, request }) =>
      mapProvisionedGroup(context, principal, {
        ...params,
        ...body,
        expectedRevision: expectedRevision(request),
      }),
    requireSignOn: ({ principal, body }) => requireSignOn(context, principal, body),
  }
}
