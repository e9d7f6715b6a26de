import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/copy-button.tsx'

/** Recovery codes, for the only time. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('account-settings')
  return (
    <>
      <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
        {t('recovery.text')}
      </Alert>
      <ul className="recovery-codes" aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between">
        <CopyButton text={codes.join('\n')} label={t('recovery.copy')} takesFocus />
        <Button onClick={onClose}>{t('recovery.close')}</Button>
      </Group>
    </>
  )
}
