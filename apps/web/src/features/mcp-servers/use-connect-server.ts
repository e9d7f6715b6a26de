import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { notify } from '../../ui/notifications/notify.ts'
import { refreshServers } from './server-queries.ts'

/** Asks a server for its tools, and says how many there are, or why it could not be asked. */
export function useConnectServer() {
  const { t } = useTranslation('mcp-servers')
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => api.authoriseMcpServer({ params: { id } }),
    onSuccess: ({ id, name, toolCount }) => notify.success(t('connected', { name, count: toolCount }), id),
    onError: (error, { id, name }) =>
      notify.error(t('notConnected', { name, message: apiErrorMessage(error) }), id),
    onSettled: refreshServers,
  })
}
