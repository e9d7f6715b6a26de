import type { CreateChatflowBody } from '@runnel/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { flowPath } from '../../app/flow-path.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { notify } from '../../ui/notifications/notify.ts'
import { refreshFlowLists } from '../flow-list/flow-queries.ts'
import { flowTypeOf } from './template-kind.ts'
import { templateQuery } from './template-queries.ts'

/** Makes a flow of a template and opens it. */
export function useTemplate(id: string) {
  const { t } = useTranslation('marketplace')
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const template = await queries.fetchQuery(templateQuery(id))
      const { templateName: name, document } = template
      const body: CreateChatflowBody = { name, type: flowTypeOf(template), ...(document && { document }) }
      return api.createChatflow({ body })
    },
    onSuccess: async (flow) => {
      await refreshFlowLists()
      notify.success(t('used', { name: flow.name }))
      await navigate({ to: flowPath(flow), params: { id: flow.id } })
    },
    onError: (error) => notify.error(t('useFailed', { message: apiErrorMessage(error) })),
  })
}
