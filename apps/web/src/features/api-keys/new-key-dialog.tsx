import type { ApiKey } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx'

/** Shows a new key for the only time. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys')
  return (
    <ShownOnceDialog
      title={t('made.title', { name: apiKey.keyName })}
      text={t('made.text')}
      secret={apiKey.apiKey}
      notCopied={t('made.notCopied')}
      closeLabel={t('made.close')}
      onClose={onClose}
    />
  )
}
