import type { ApiKey } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { deleteRow } from '../../ui/list/delete-row.ts'
import { refreshApiKeys } from './api-key-queries.ts'

/** Revokes a key after a question that names the flows which ask for it. */
export function useRevokeApiKey(): (apiKey: ApiKey) => Promise<boolean> {
  const { t } = useTranslation('api-keys')
  return ({ id, keyName: name, chatFlows }) => {
    const flows = chatFlows.map(({ flowName }) => `• ${flowName}`).join('\n')
    return deleteRow({
      about: id,
      question: {
        title: t('revoke.title', { name }),
        description:
          chatFlows.length === 0
            ? t('revoke.text')
            : t('revoke.textWithFlows', { count: chatFlows.length, flows }),
        confirmButtonName: t('revoke.confirm'),
      },
      remove: () => api.deleteApiKey({ params: { id } }),
      refresh: refreshApiKeys,
      done: t('revoke.done', { name }),
      failed: (message) => t('revoke.failed', { name, message }),
    })
  }
}
