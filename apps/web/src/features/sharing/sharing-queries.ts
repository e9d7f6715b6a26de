import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

/** With which workspaces something is shared; read anew whenever it is asked. */
export function sharesQuery(id: string) {
  return queryOptions({
    queryKey: ['shares', id],
    queryFn: ({ signal }) => api.listShares({ params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
