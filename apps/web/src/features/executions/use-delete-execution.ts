import type { Execution } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { confirm } from '../../ui/confirm/confirm-store.ts'
import { keepFocusOnPage } from '../../ui/keep-focus-on-page.ts'
import { notify } from '../../ui/notifications/notify.ts'
import { refreshExecutions } from './execution-queries.ts'

/** Deletes a run after a question; true when it is gone. */
export function useDeleteExecution(): (run: Pick<Execution, 'id' | 'agentflow'>) => Promise<boolean> {
  const { t } = useTranslation('executions')
  return async (run) => {
    const isConfirmed = await confirm({
      title: t('delete.title', { name: run.agentflow?.name ?? t('unnamedFlow') }),
      description: t('delete.text'),
      confirmButtonName: t('delete.confirm'),
      isDangerous: true,
    })
    if (!isConfirmed) return false
    try {
      await api.deleteExecution({ params: { id: run.id } })
      notify.success(t('delete.done'))
      await refreshExecutions()
      keepFocusOnPage()
      return true
    } catch (error) {
      notify.error(t('delete.failed', { message: apiErrorMessage(error) }))
      return false
    }
  }
}
