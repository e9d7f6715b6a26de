import { isApiError } from '@runnel/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'

const MAX_RETRIES = 2

// What the server refused or failed to say, the client of the API has logged: all else is a fault of the page.
const queryCache = new QueryCache({
  onError: (error) => {
    if (!isApiError(error)) reportError(error)
  },
})

/**
 * The cache of what the server said, and of what it failed to say. Only what may pass by itself (no answer, 5xx) is tried
 * again. Without a network calls fail at once: none waits for it, to be sent when nobody means it any more.
 */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

function mayPass(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 502)
}
