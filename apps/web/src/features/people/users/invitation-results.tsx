import { Button } from '@mantine/core'
import type { InvitationResult } from '@runnel/contract'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toldInPageWords } from '../../../ui/api-error-message.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'

/** What became of each of several people who were invited together; links that no mail carried are shown this once. */
export function InvitationResults({ results, onDone }: { results: InvitationResult[]; onDone: () => void }) {
  const { t } = useTranslation('people')
  const links = results.flatMap(({ email, inviteLink }) => (inviteLink ? [`${email}: ${inviteLink}`] : []))
  const list = (
    <ul className="invitation-results">
      {results.map((result) => (
        <ResultRow key={result.email} result={result} />
      ))}
    </ul>
  )
  if (links.length > 0)
    return (
      <ShownOnce
        warning={t('invite.linksText')}
        text={links.join('\n')}
        copyLabel={t('invite.copyAll')}
        doneLabel={t('invite.done')}
        onDone={onDone}
      >
        {list}
      </ShownOnce>
    )
  return (
    <>
      {list}
      <DialogFoot>
        <Button data-autofocus onClick={onDone}>
          {t('invite.done')}
        </Button>
      </DialogFoot>
    </>
  )
}

function useTold() {
  const { t } = useTranslation('people')
  return ({ outcome, isMailed, inviteLink, refusal }: InvitationResult): string => {
    if (outcome === 'refused') return refusal ? toldInPageWords(refusal) : t('invite.outcome.failed')
    if (outcome !== 'invited') return t(`invite.outcome.${outcome}`)
    if (inviteLink !== undefined) return t('invite.outcome.link')
    return t(isMailed ? 'invite.outcome.mailed' : 'invite.outcome.unsent')
  }
}

const ICONS = { good: IconCheck, plain: IconInfoCircle, bad: IconAlertTriangle }

function kindOf({ outcome, isMailed, inviteLink }: InvitationResult): keyof typeof ICONS {
  if (outcome === 'malformed' || outcome === 'refused') return 'bad'
  if (outcome === 'invited' && !isMailed && inviteLink === undefined) return 'bad'
  return outcome === 'present' ? 'plain' : 'good'
}

function ResultRow({ result }: { result: InvitationResult }) {
  const { t } = useTranslation('people')
  const told = useTold()
  const kind = kindOf(result)
  const Icon = ICONS[kind]
  const { email, inviteLink } = result
  return (
    <li data-kind={kind}>
      <Icon size={18} aria-hidden />
      <div>
        <strong>{email}</strong>
        <span>{told(result)}</span>
        {inviteLink ? <Copyable text={inviteLink} label={t('invite.copyOf', { email })} /> : null}
      </div>
    </li>
  )
}
