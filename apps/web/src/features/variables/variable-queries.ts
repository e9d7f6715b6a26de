import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { listQueryOf, type VariableListAddress } from '../../app/list-address.ts'
import { pageOf } from '../../app/page-of.ts'
import { queryClient } from '../../app/query-client.ts'

const VARIABLES = 'variables'
const NAMES_FRESH_MS = 30_000

/** One page of the variables of the workspace, with the flows that use them. */
export function variableListQuery(address: VariableListAddress) {
  const query = { ...listQueryOf(address), type: address.type, usage: address.usage }
  return queryOptions({
    queryKey: [VARIABLES, 'list', query],
    queryFn: async ({ signal }) =>
      pageOf(await api.listVariables({ query: { ...query, view: 'full' } }, { signal })),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Names of the workspace's variables, for the menu of references. */
export const variableNamesQuery = queryOptions({
  queryKey: [VARIABLES, 'names'],
  queryFn: async ({ signal }): Promise<string[]> =>
    pageOf(await api.listVariables({}, { signal })).data.map(({ name }) => name),
  staleTime: NAMES_FRESH_MS,
})

/** Variables are read anew: one was made, changed or deleted. */
export function refreshVariables(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [VARIABLES] })
}
