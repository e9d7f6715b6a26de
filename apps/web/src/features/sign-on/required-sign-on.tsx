import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { notify } from '../../ui/notifications/notify.ts'
import { askBeforeLockOut } from './ask-before-lock-out.ts'
import { refreshLoginMethods } from './sign-on-queries.ts'

/** Whether people are let in by the login methods alone. Who came by a password cannot turn it on. */
export function RequiredSignOn({ isRequired }: { isRequired: boolean }) {
  const { t } = useTranslation('provisioning')
  const { isGlobal } = useViewer()
  const isBySignOn = useSessionStore(({ user }) => user?.isSSO === true)
  const change = useMutation({
    mutationFn: (next: boolean) =>
      askBeforeLockOut((administratorsLockedOut) =>
        api.requireSignOn({ body: { isRequired: next, administratorsLockedOut } }),
      ),
    onSuccess: async (now) => {
      if (!now) return
      notify.success(t(now.isRequired ? 'require.on' : 'require.off'))
      await refreshLoginMethods()
    },
    onError: (error) => notify.error(apiErrorMessage(error)),
  })
  if (!isGlobal) return null
  const mayChange = isRequired || isBySignOn
  return (
    <Switch
      className="sign-on-required"
      label={t('require.label')}
      description={mayChange ? t('require.help') : `${t('require.help')} ${t('require.needsSignOn')}`}
      checked={isRequired}
      disabled={!mayChange}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.currentTarget.checked)
      }}
    />
  )
}
