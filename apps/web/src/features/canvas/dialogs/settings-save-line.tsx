import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import './settings-dialog.css'

interface SettingsSaveLineProps {
  save: { isPending: boolean; isSuccess: boolean; error: unknown }
  /** What is lacking before it can be saved. */
  lacking: string | undefined
}

/** The end of a form of settings that are in force at once: saves them, and tells what came of it. */
export function SettingsSaveLine({ save: { isPending, isSuccess, error }, lacking }: SettingsSaveLineProps) {
  const { t } = useTranslation('canvas')
  return (
    <div className="settings-actions">
      {isSuccess ? <p role="status">{t('settings.saved')}</p> : null}
      {error ? <p role="alert">{t('settings.failed', { reason: apiErrorMessage(error) })}</p> : null}
      {lacking === undefined ? null : <p role="status">{lacking}</p>}
      <Button type="submit" loading={isPending} disabled={lacking !== undefined}>
        {t('settings.save')}
      </Button>
    </div>
  )
}
