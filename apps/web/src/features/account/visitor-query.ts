import { findOwnPath } from '@runnel/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

/** Where a visitor without a session should go: to the set-up or to the sign-in. Always asked anew. */
export const visitorQuery = queryOptions({
  queryKey: ['visitor'],
  queryFn: async ({ signal }) => {
    const { redirectUrl, needsSetupToken = false, opensAt } = await api.resolve({ body: {} }, { signal })
    return { path: findOwnPath(redirectUrl, window.location.origin) ?? '/signin', needsSetupToken, opensAt }
  },
  gcTime: 0,
  staleTime: 0,
})
