import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { type FlowListAddress, listQueryOf } from '../../app/list-address.ts'
import { pageOf } from '../../app/page-of.ts'
import { queryClient } from '../../app/query-client.ts'
import { type FlowListKind, listedTypes } from './flow-kind.ts'

const FLOWS = 'flows'

/** One page of a list of flows, without their graphs. */
export function flowListQuery(kind: FlowListKind, address: FlowListAddress) {
  const query = { ...listQueryOf(address), type: listedTypes[kind].join(',') }
  return queryOptions({
    queryKey: [FLOWS, kind, query],
    queryFn: async ({ signal }) =>
      pageOf(await api.listChatflows({ query: { ...query, view: 'summary' } }, { signal })),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Lists of flows are read anew: something was created, changed or deleted. */
export function refreshFlowLists(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [FLOWS] })
}
