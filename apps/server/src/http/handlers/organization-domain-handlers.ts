import type { organizationDomainRoutes } from '@runnel/contract'
import {
  addOrganizationDomain,
  checkOrganizationDomain,
  deleteOrganizationDomain,
  listOrganizationDomains,
  type ServingContext,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'

/** The domains of an organisation, for who manages its login methods. */
export function organizationDomainHandlers(
  context: ServingContext,
): HandlersOf<typeof organizationDomainRoutes> {
  return {
    listOrganizationDomains: ({ principal }) => listOrganizationDomains(context, principal),
    addOrganizationDomain: ({ principal, body }) => addOrganizationDomain(context, principal, body),
    checkOrganizationDomain: ({ principal, params }) => checkOrganizationDomain(context, principal, params),
    deleteOrganizationDomain: ({ principal, params }) => deleteOrganizationDomain(context, principal, params),
  }
}
