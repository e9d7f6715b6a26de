import type { ApiKey } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { confirm } from '../../ui/confirm/confirm-store.ts'
import { keepFocusOnPage } from '../../ui/keep-focus-on-page.ts'
import { notify } from '../../ui/notifications/notify.ts'
import { refreshApiKeys } from './api-key-queries.ts'

/** Revokes a key after a question that names the flows which ask for it. */
export function useRevokeApiKey(): (apiKey: ApiKey) => Promise<void> {
  const { t } = useTranslation('api-keys')
  return async (apiKey) => {
    const flows = apiKey.chatFlows.map(({ flowName }) => `• ${flowName}`).join('\n')
    const isConfirmed = await confirm({
      title: t('revoke.title', { name: apiKey.keyName }),
      description:
        apiKey.chatFlows.length === 0
          ? t('revoke.text')
          : t('revoke.textWithFlows', { count: apiKey.chatFlows.length, flows }),
      confirmButtonName: t('revoke.confirm'),
      isDangerous: true,
    })
    if (!isConfirmed) return
    try {
      await api.deleteApiKey({ params: { id: apiKey.id } })
      notify.success(t('revoke.done', { name: apiKey.keyName }))
      await refreshApiKeys()
      keepFocusOnPage()
    } catch (error) {
      notify.error(t('revoke.failed', { name: apiKey.keyName, message: apiErrorMessage(error) }))
    }
  }
}
