import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { queryClient } from '../../../app/query-client.ts'

/** The own sign-ins that have not ended. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => api.listSessions({}, { signal }),
})

/** Whether the own sign-in asks for a code. */
export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: ({ signal }) => api.getSecondFactor({}, { signal }),
})

/** The new address that waits for the link in its mailbox. */
export const awaitedEmailQuery = queryOptions({
  queryKey: ['account', 'email'],
  queryFn: ({ signal }) => api.getEmailChange({}, { signal }),
})

/** The providers of the organisation, and which of them know the person. */
export const identitiesQuery = queryOptions({
  queryKey: ['account', 'identities'],
  queryFn: ({ signal }) => api.listOwnIdentities({}, { signal }),
})

/** The own passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => api.listPasskeys({}, { signal }),
})

/** What is shown of the account is read anew. */
export function refreshAccount(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['account'] })
}
