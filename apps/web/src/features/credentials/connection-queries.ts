import type { Connection } from '@runnel/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { queryClient } from '../../app/query-client.ts'

const CONNECTION = 'credential-connection'

/** Where vendors send people back. */
export const redirectQuery = queryOptions({
  queryKey: ['redirect-address'],
  queryFn: ({ signal }) => api.getRedirectAddress({}, { signal }),
  retry: false,
})

/** The account of a credential. It is looked at again whenever somebody comes back to the window. */
export function connectionQuery(credentialId: string) {
  return queryOptions({
    queryKey: [CONNECTION, credentialId],
    queryFn: async ({ signal }): Promise<Connection> => {
      const { connection } = await api.getCredential({ params: { id: credentialId } }, { signal })
      return connection ?? { state: 'none' }
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/** Looks anew at the account of a credential. */
export function refreshConnectionOf(credentialId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [CONNECTION, credentialId] })
}

/** Forgets the account of a credential. */
export async function disconnect(credentialId: string): Promise<void> {
  await api.disconnectAccount({ params: { credentialId } })
  await refreshConnectionOf(credentialId)
}
