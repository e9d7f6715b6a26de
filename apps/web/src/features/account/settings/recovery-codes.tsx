import { useTranslation } from 'react-i18next'
import { ShownOnce } from '../../../ui/shown-once.tsx'

/** Recovery codes, for the only time. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('account-settings')
  return (
    <ShownOnce
      warning={t('recovery.text')}
      text={codes.join('\n')}
      copyLabel={t('recovery.copy')}
      doneLabel={t('recovery.close')}
      onDone={onClose}
    >
      <ul className="recovery-codes" aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </ShownOnce>
  )
}
