import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { listQueryOf, type UsedListAddress } from '../../app/list-address.ts'
import { pageOf } from '../../app/page-of.ts'
import { queryClient } from '../../app/query-client.ts'

const TOOLS = 'custom-tools'

/** One page of the custom tools of the workspace, with the flows that use them. */
export function toolListQuery(address: UsedListAddress) {
  const query = { ...listQueryOf(address), usage: address.usage }
  return queryOptions({
    queryKey: [TOOLS, 'list', query],
    queryFn: async ({ signal }) =>
      pageOf(await api.listCustomTools({ query: { ...query, view: 'full' } }, { signal })),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Tools are read anew: one was made, changed or deleted. */
export function refreshTools(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [TOOLS] })
}
