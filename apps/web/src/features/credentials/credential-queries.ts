import type { CredentialDefinition } from '@runnel/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { type CredentialListAddress, listQueryOf } from '../../app/list-address.ts'
import { pageOf } from '../../app/page-of.ts'
import { queryClient } from '../../app/query-client.ts'

const CATALOGUE_FRESH_MS = 3_600_000
/** Begins the key of each list of stored credentials, those that a node may choose from as well. */
const CREDENTIALS = 'credentials'

/** One page of the credentials of the workspace, with the flows that use them. */
export function credentialListQuery(address: CredentialListAddress) {
  const query = { ...listQueryOf(address), credentialName: address.type, usage: address.usage }
  return queryOptions({
    queryKey: [CREDENTIALS, { list: query }],
    queryFn: async ({ signal }) =>
      pageOf(await api.listCredentials({ query: { ...query, view: 'full' } }, { signal })),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** The lists of credentials are read anew: one was made, changed or deleted. */
export function refreshCredentials(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [CREDENTIALS] })
}

/** One credential for editing; secrets come as a blank marker. */
export function credentialQuery(id: string) {
  return queryOptions({
    queryKey: ['credential', id],
    queryFn: ({ signal }) => api.getCredential({ params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** The types of credentials, with the fields that each has. */
export const credentialTypesQuery = queryOptions({
  queryKey: ['credential-types'],
  queryFn: ({ signal }): Promise<CredentialDefinition[]> => api.listCredentialTypes({}, { signal }),
  staleTime: CATALOGUE_FRESH_MS,
})
