import { Alert, Button, Group, Text } from '@mantine/core'
import type { ApiKey } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { notify } from '../../ui/notifications/notify.ts'
import { refreshApiKeys } from './api-key-queries.ts'

/** Says with whose rights a key works; somebody else may take it over. Nothing for the person's own keys. */
export function TakeOverKey({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const { t } = useTranslation('api-keys')
  const userId = useSessionStore(({ user }) => user?.id)
  const { id, maker, isHeld } = apiKey
  const takeOver = useMutation({
    mutationFn: () => api.updateApiKey({ params: { id }, body: { takeOver: true } }),
    onSuccess: async () => {
      notify.success(t('maker.taken'))
      onDone()
      await refreshApiKeys()
    },
  })
  if (maker?.id === userId) return null
  return (
    <Alert color={isHeld ? 'orange' : 'blue'}>
      {takeOver.error ? (
        <Text role="alert" className="preserve-lines">
          {apiErrorMessage(takeOver.error)}
        </Text>
      ) : null}
      <Text size="sm">
        {isHeld ? `${t('maker.held')} ` : null}
        {maker ? t('maker.help', { name: maker.name }) : t('maker.unknownHelp')}
      </Text>
      <Group mt="xs">
        <Button variant="default" size="xs" loading={takeOver.isPending} onClick={() => takeOver.mutate()}>
          {t('maker.takeOver')}
        </Button>
      </Group>
    </Alert>
  )
}
