import { useQuery } from '@tanstack/react-query'
import { renewSession } from './renew-session.ts'
import { useSessionStore } from './session-store.ts'

/** Asks once after the start who is signed in, so that stored permissions do not outlive those of the server. */
export function useFreshSession(): void {
  const isAuthenticated = useSessionStore((state) => state.isAuthenticated)
  useQuery({
    queryKey: ['session'],
    // Whose session ended while the page still stands is not asked for.
    enabled: isAuthenticated,
    // What came is kept by the session, not by the cache: later answers would be undone by it.
    queryFn: async ({ signal }) => {
      await renewSession(signal)
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
