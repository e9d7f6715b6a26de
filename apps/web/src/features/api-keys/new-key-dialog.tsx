import { Alert, Button, Group, Text } from '@mantine/core'
import type { ApiKey } from '@runnel/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import './api-keys.css'

/**
 * Shows a new key for the only time. A click beside the dialog does not close it, and Escape only once the key was
 * copied, or when it is pressed again: the key would be lost.
 */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys')
  const [isSafe, setIsSafe] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  return (
    <Dialog
      onClose={isSafe || isWarned ? onClose : () => setIsWarned(true)}
      closesOutside={false}
      size="lg"
      title={t('made.title', { name: apiKey.keyName })}
    >
      <Alert color="orange" icon={<IconAlertTriangle size={18} />} mb="md">
        {t('made.text')}
      </Alert>
      <div className="new-key">
        <code>{apiKey.apiKey}</code>
        <CopyButton text={apiKey.apiKey} takesFocus onCopied={() => setIsSafe(true)} />
      </div>
      {isWarned && !isSafe ? (
        <Text role="alert" c="red" mt="xs">
          {t('made.notCopied')}
        </Text>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t('made.close')}</Button>
      </Group>
    </Dialog>
  )
}
