import type { Execution } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { deleteRow } from '../../ui/list/delete-row.ts'
import { refreshExecutions } from './execution-queries.ts'

/** Deletes a run after a question; true when it is gone. */
export function useDeleteExecution(): (run: Pick<Execution, 'id' | 'agentflow'>) => Promise<boolean> {
  const { t } = useTranslation('executions')
  return ({ id, agentflow }) =>
    deleteRow({
      about: id,
      question: {
        title: t('delete.title', { name: agentflow?.name ?? t('unnamedFlow') }),
        description: t('delete.text'),
        confirmButtonName: t('delete.confirm'),
      },
      remove: () => api.deleteExecution({ params: { id } }),
      refresh: refreshExecutions,
      done: t('delete.done'),
      failed: (message) => t('delete.failed', { message }),
    })
}
