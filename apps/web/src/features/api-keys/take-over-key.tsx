import { Alert, Button, Group, Text } from '@mantine/core'
import type { ApiKey } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import type { FormRevision } from '../../ui/saved-meanwhile/use-revision.ts'
import { refreshApiKeys } from './api-key-queries.ts'

/**
 * Says with whose rights a key works; somebody else may take it over, and goes on with what they were writing. Nothing
 * for the person's own keys.
 */
export function TakeOverKey({ apiKey, revision }: { apiKey: ApiKey; revision: FormRevision }) {
  const { t } = useTranslation('api-keys')
  const userId = useSessionStore(({ user }) => user?.id)
  const { id, maker, isHeld, may } = apiKey
  const takeOver = useMutation({
    mutationFn: () => api.updateApiKey({ params: { id }, body: { takeOver: true } }, revision.options()),
    onSuccess: async (keys) => {
      const taken = keys.find((key) => key.id === id)
      if (taken) revision.standOn(taken.revision)
      notify.success(t('maker.taken'), id)
      await refreshApiKeys()
    },
  })
  if (maker?.id === userId || takeOver.isSuccess) return null
  return (
    <Alert color={isHeld ? 'orange' : 'blue'}>
      <FailureNote error={takeOver.error} mb="xs" />
      <Text size="sm">
        {isHeld ? `${t('maker.held')} ` : null}
        {maker ? t('maker.help', { name: maker.name }) : t('maker.unknownHelp')}
      </Text>
      {may.takeOver ? (
        <Group mt="xs">
          <Button variant="default" size="xs" loading={takeOver.isPending} onClick={() => takeOver.mutate()}>
            {t('maker.takeOver')}
          </Button>
        </Group>
      ) : null}
    </Alert>
  )
}
