import type { Credential } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { deleteRow } from '../../ui/list/delete-row.ts'
import { useUsageLines } from '../../ui/usage/use-usage-lines.ts'
import { refreshCredentials } from './credential-queries.ts'

/** Deletes a credential after a question that names the flows which use it. */
export function useDeleteCredential(): (credential: Credential) => Promise<boolean> {
  const { t } = useTranslation('credentials')
  const listFlows = useUsageLines()
  return ({ id, name, usedBy }) => {
    const isUsed = usedBy !== undefined && usedBy.total > 0
    return deleteRow({
      question: {
        title: t('delete.title', { name }),
        description: isUsed
          ? t('delete.usedText', { count: usedBy.total, flows: listFlows(usedBy) })
          : t('delete.text'),
        confirmButtonName: t('delete.confirm'),
      },
      remove: () => api.deleteCredential({ params: { id } }),
      refresh: refreshCredentials,
      done: t('delete.done', { name }),
      failed: (message) => t('delete.failed', { name, message }),
    })
  }
}
