import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { queryClient } from '../../app/query-client.ts'

/** The login methods of the organisation, and what to register with their providers. */
export const loginMethodsQuery = queryOptions({
  queryKey: ['login-methods'],
  queryFn: ({ signal }) => api.listLoginMethods({ query: {} }, { signal }),
  refetchOnMount: 'always',
})

/** What is kept of login methods is read anew. */
export function refreshLoginMethods(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['login-methods'] })
}

/** The domains that the organisation says are its own. */
export const domainsQuery = queryOptions({
  queryKey: ['organization-domains'],
  queryFn: ({ signal }) => api.listOrganizationDomains({}, { signal }),
  refetchOnMount: 'always',
})

/** They are read anew. */
export function refreshDomains(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['organization-domains'] })
}
