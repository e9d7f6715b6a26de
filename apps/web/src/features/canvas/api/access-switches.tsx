import { Switch } from '@mantine/core'
import { callersSeeSteps } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'

interface AccessSwitchProps {
  /** Names its texts. */
  rule: 'private' | 'steps'
  isOn: boolean
  set: (isOn: boolean) => Promise<void>
}

/** A rule for callers. A choice is in force at once. */
function AccessSwitch({ rule, isOn, set }: AccessSwitchProps) {
  const { t } = useTranslation('canvas')
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const change = useMutation({ mutationFn: set })
  return (
    <Switch
      label={t(`api.${rule}.label`)}
      description={t(isOn ? `api.${rule}.on` : `api.${rule}.off`)}
      checked={isOn}
      disabled={isReadOnly || change.isPending}
      error={change.error ? t('api.failed', { reason: apiErrorMessage(change.error) }) : undefined}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  )
}

/** Which conversations strangers may go on with, and what they see of a run. */
export function AccessSwitches() {
  const { drafts } = useCanvasSession()
  const isPrivate = useEditor(({ head }) => head.hasPrivateSessions === true)
  const isShown = useEditor(({ head }) => callersSeeSteps(head.apiConfig))
  return (
    <>
      <AccessSwitch rule="private" isOn={isPrivate} set={drafts.setPrivateSessions} />
      <AccessSwitch rule="steps" isOn={isShown} set={drafts.setCallersSeeSteps} />
    </>
  )
}
