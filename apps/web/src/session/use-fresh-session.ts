import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../app/api.ts'
import { useSessionStore } from './session-store.ts'

/** Asks once after the start who is signed in, so that stored permissions do not outlive those of the server. */
export function useFreshSession(): void {
  const begin = useSessionStore((state) => state.begin)
  const { data } = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => api.getSession({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (data) begin(data)
  }, [data, begin])
}
