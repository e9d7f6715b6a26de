import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'

/** Whether strangers may go on only with conversations that nobody can guess. A choice is in force at once. */
export function PrivateSessionsSwitch() {
  const { t } = useTranslation('canvas')
  const { drafts } = useCanvasSession()
  const isPrivate = useEditor(({ head }) => head.hasPrivateSessions === true)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const change = useMutation({ mutationFn: (value: boolean) => drafts.setPrivateSessions(value) })
  return (
    <Switch
      label={t('api.private.label')}
      description={t(isPrivate ? 'api.private.on' : 'api.private.off')}
      checked={isPrivate}
      disabled={isReadOnly || change.isPending}
      error={change.error ? t('api.private.failed', { reason: apiErrorMessage(change.error) }) : undefined}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  )
}
