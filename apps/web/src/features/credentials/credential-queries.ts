import type { Credential, CredentialDefinition } from '@runnel/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

const CATALOGUE_FRESH_MS = 3_600_000

/** The stored credentials of some types, without their secrets. */
export function credentialsQuery(names: readonly string[]) {
  return queryOptions({
    queryKey: ['credentials', ...names],
    queryFn: async ({ signal }): Promise<Credential[]> => {
      const answer = await api.listCredentials({ query: { credentialName: [...names] } }, { signal })
      return Array.isArray(answer) ? answer : answer.data
    },
  })
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
