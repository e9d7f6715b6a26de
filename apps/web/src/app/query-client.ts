import { isApiError } from '@runnel/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'

const MAX_RETRIES = 2

const queryCache = new QueryCache({
  // A trial of what somebody writes may fail: they are told at once, and nothing is wrong with the app.
  onError: (error, { meta }) => {
    if (meta?.isTrial !== true && isLogged(error)) reportError(error)
  },
})

/** The cache of what the server said, and of what it failed to say, which is logged. Only what may pass by itself (no answer, 5xx) is tried again. */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
    },
    mutations: { retry: false },
  },
})

/** An ended session, a refused page and a workspace that was left lead elsewhere and say so there. */
function isLogged(error: unknown): boolean {
  if (!isApiError(error)) return true
  return error.status !== 401 && error.status !== 403 && error.code !== 'workspace_unavailable'
}

function mayPass(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 502)
}
