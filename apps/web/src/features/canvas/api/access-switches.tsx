import { Switch } from '@mantine/core'
import { callersSeeSteps } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { useConfigurable } from '../session/use-configurable.ts'

interface AccessSwitchProps {
  /** Names its texts. */
  rule: 'private' | 'steps'
  isOn: boolean
  isFixed: boolean
  /** Said beside what it means. */
  note?: string | undefined
  set: (isOn: boolean) => Promise<void>
}

/** A rule for callers. A choice is in force at once. */
function AccessSwitch({ rule, isOn, isFixed, note, set }: AccessSwitchProps) {
  const { t } = useTranslation('canvas')
  const change = useMutation({ mutationFn: set })
  return (
    <Switch
      label={t(`api.${rule}.label`)}
      description={[t(isOn ? `api.${rule}.on` : `api.${rule}.off`), note].filter(Boolean).join(' ')}
      checked={isOn}
      disabled={isFixed || change.isPending}
      error={change.error ? t('api.failed', { reason: apiErrorMessage(change.error) }) : undefined}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  )
}

/** Which conversations strangers may go on with, and what they see of a run. */
export function AccessSwitches() {
  const { t } = useTranslation('canvas')
  const { drafts } = useCanvasSession()
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const { isFixed, lacksRight } = useConfigurable()
  const isPrivate = useEditor(({ head }) => head.hasPrivateSessions === true)
  const isShown = useEditor(({ head }) => callersSeeSteps(head.apiConfig))
  return (
    <>
      <AccessSwitch rule="private" isOn={isPrivate} isFixed={isReadOnly} set={drafts.setPrivateSessions} />
      <AccessSwitch
        rule="steps"
        isOn={isShown}
        isFixed={isFixed}
        note={lacksRight ? t('settings.needsRight') : undefined}
        set={drafts.setCallersSeeSteps}
      />
    </>
  )
}
