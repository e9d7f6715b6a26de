import type { OrganizationUser } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { BreakableText } from '../../../ui/breakable-text.tsx'
import '../people.css'

/** Says in a row that a mail to its person did not arrive, and why, in words of the server of mail. */
export function UndeliveredNote({ mail }: { mail: NonNullable<OrganizationUser['undelivered']> }) {
  const { t } = useTranslation('people')
  const { about, fault, isEnded } = mail
  const what = about === 'invitation' ? 'invitation' : 'mail'
  const state = t(`undelivered.${what}.${isEnded ? 'ended' : 'waiting'}`)
  return (
    <span className="person-undelivered">
      <BreakableText text={fault === null ? state : t('undelivered.because', { state, fault })} />
    </span>
  )
}
