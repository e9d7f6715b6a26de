import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { listQueryOf, type UsedListAddress } from '../../app/list-address.ts'
import { pageOf } from '../../app/page-of.ts'
import { queryClient } from '../../app/query-client.ts'

const SERVERS = 'mcp-servers'

/** One page of the MCP servers of the workspace, with the flows that use them. */
export function serverListQuery(address: UsedListAddress) {
  const query = { ...listQueryOf(address), usage: address.usage }
  return queryOptions({
    queryKey: [SERVERS, 'list', query],
    queryFn: async ({ signal }) =>
      pageOf(await api.listMcpServers({ query: { ...query, view: 'full' } }, { signal })),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** One server with the names of its headers, and the tools that it listed. */
export function serverQuery(id: string) {
  return queryOptions({
    queryKey: [SERVERS, 'one', id],
    queryFn: async ({ signal }) => {
      const [server, tools] = await Promise.all([
        api.getMcpServer({ params: { id } }, { signal }),
        api.listMcpServerTools({ params: { id } }, { signal }),
      ])
      return { server, tools }
    },
    gcTime: 0,
  })
}

/** Servers are read anew: one was made, changed, asked or deleted. */
export function refreshServers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [SERVERS] })
}
