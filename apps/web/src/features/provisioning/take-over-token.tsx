import { ActionIcon } from '@mantine/core'
import type { ProvisioningToken } from '@runnel/contract'
import { IconUserUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { notify } from '../../ui/notifications/notify.ts'
import { refreshProvisioning } from './provisioning-queries.ts'

/** Makes a token of somebody else one's own. Nothing for one's own tokens. */
export function TakeOverToken({ token: { id, name, maker } }: { token: ProvisioningToken }) {
  const { t } = useTranslation('provisioning')
  const userId = useSessionStore(({ user }) => user?.id)
  const takeOver = useMutation({
    mutationFn: () => api.takeOverProvisioningToken({ params: { id }, body: { takeOver: true } }),
    onSuccess: async () => {
      notify.success(t('tokens.taken', { name }), id)
      await refreshProvisioning()
    },
    onError: (error) => notify.error(t('tokens.notTaken', { name, message: apiErrorMessage(error) })),
  })
  if (maker?.id === userId) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={takeOver.isPending}
      aria-label={t('tokens.takeOver', { name })}
      onClick={() => takeOver.mutate()}
    >
      <IconUserUp size={17} stroke={1.8} />
    </ActionIcon>
  )
}
