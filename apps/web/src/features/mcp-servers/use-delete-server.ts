import type { McpServer } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useDeleteUsed } from '../../ui/list/use-delete-used.ts'
import { refreshServers } from './server-queries.ts'

/** Takes a server off the list after a question that names the flows which use it. */
export function useDeleteServer(): (server: McpServer) => Promise<boolean> {
  const { t } = useTranslation('mcp-servers')
  return useDeleteUsed({
    texts: (text, values) => t(`delete.${text}`, values),
    remove: ({ id }: McpServer) => api.deleteMcpServer({ params: { id } }),
    refresh: refreshServers,
  })
}
