import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { DEFAULT_PAGE_SIZE, type FlowListAddress } from '../../app/list-address.ts'
import { queryClient } from '../../app/query-client.ts'
import { type FlowListKind, listedTypes } from './flow-kind.ts'

const FLOWS = 'flows'

/** One page of a list of flows, without their graphs. */
export function flowListQuery(kind: FlowListKind, address: FlowListAddress) {
  const { q, page = 1, size = DEFAULT_PAGE_SIZE, sort = 'updatedDate' } = address
  const direction = address.direction ?? (sort === 'name' ? 'asc' : 'desc')
  const query = { search: q, page, limit: size, sort, direction, type: listedTypes[kind].join(',') }
  return queryOptions({
    queryKey: [FLOWS, kind, query],
    queryFn: async ({ signal }) => {
      const answer = await api.listChatflows({ query: { ...query, view: 'summary' } }, { signal })
      return Array.isArray(answer) ? { data: answer, total: answer.length } : answer
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Lists of flows are read anew: something was created, changed or deleted. */
export function refreshFlowLists(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [FLOWS] })
}
