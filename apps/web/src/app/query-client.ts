import { isApiError } from '@runnel/client'
import { QueryClient } from '@tanstack/react-query'

const MAX_RETRIES = 2

/** The cache of what the server said. Only what may pass by itself (no answer, 5xx) is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
    },
    mutations: { retry: false },
  },
})

function mayPass(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 502)
}
