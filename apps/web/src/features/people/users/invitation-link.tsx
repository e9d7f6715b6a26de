import { useTranslation } from 'react-i18next'
import { ShownOnce } from '../../../ui/shown-once.tsx'

/** The link of an invitation that no mail carried, this once; in a dialog. */
export function InvitationLink({ link, onDone }: { link: string; onDone: () => void }) {
  const { t } = useTranslation('people')
  return (
    <ShownOnce
      warning={t('invite.linkText')}
      text={link}
      copyLabel={t('invite.copy')}
      doneLabel={t('invite.done')}
      onDone={onDone}
    />
  )
}
