import { Alert, Button, Group } from '@mantine/core'
import type { ApiKey } from '@runnel/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import './api-keys.css'

/** Shows a new key for the only time. A click beside the dialog does not close it: the key would be lost. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys')
  return (
    <Dialog
      onClose={onClose}
      closesOutside={false}
      size="lg"
      title={t('made.title', { name: apiKey.keyName })}
    >
      <Alert color="orange" icon={<IconAlertTriangle size={18} />} mb="md">
        {t('made.text')}
      </Alert>
      <div className="new-key">
        <code>{apiKey.apiKey}</code>
        <CopyButton text={apiKey.apiKey} />
      </div>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('made.close')}
        </Button>
      </Group>
    </Dialog>
  )
}
