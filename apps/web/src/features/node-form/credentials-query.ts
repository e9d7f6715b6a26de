import type { Credential } from '@runnel/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

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
