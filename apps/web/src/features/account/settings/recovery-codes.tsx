import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../../../session/session-store.ts'
import { ShownOnce } from '../../../ui/shown-once.tsx'

/** Recovery codes, for the only time. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('account-settings')
  const email = useSessionStore((state) => state.user?.email)
  return (
    <ShownOnce
      warning={t('recovery.text')}
      text={codes.join('\n')}
      copyLabel={t('recovery.copy')}
      file={{
        label: t('recovery.save'),
        name: 'runnel-recovery-codes.txt',
        head: t('recovery.fileHead', { email, address: window.location.origin }),
      }}
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
