import type { CredentialDefinition } from '@runnel/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

const CATALOGUE_FRESH_MS = 3_600_000

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
