import type { ApiKey } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'

/** Shows a new key for the only time. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys')
  return (
    <Dialog
      onClose={onClose}
      closesOutside={false}
      size="lg"
      title={t('made.title', { name: apiKey.keyName })}
    >
      <ShownOnce warning={t('made.text')} text={apiKey.apiKey} doneLabel={t('made.close')} onDone={onClose} />
    </Dialog>
  )
}
