import { Button } from '@mantine/core'
import type { InvitationResult } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { toldInPageWords } from '../../../ui/api-error-message.ts'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'
import { OutcomeList, type ToldOutcome } from '../outcome-list.tsx'

/** What became of each of several people who were invited together; links that no mail carried are shown this once. */
export function InvitationResults({ results, onDone }: { results: InvitationResult[]; onDone: () => void }) {
  const { t } = useTranslation('people')
  const links = results.flatMap(({ email, inviteLink }) => (inviteLink ? [`${email}: ${inviteLink}`] : []))
  const told = useTold()
  const outcomes = results.map((result): ToldOutcome => {
    const { email, inviteLink } = result
    const copy = inviteLink ? { text: inviteLink, label: t('invite.copyOf', { email }) } : undefined
    return { id: email, name: email, kind: kindOf(result), text: told(result), copy }
  })
  const list = <OutcomeList outcomes={outcomes} />
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

function kindOf({ outcome, isMailed, inviteLink }: InvitationResult): ToldOutcome['kind'] {
  if (outcome === 'malformed' || outcome === 'refused') return 'bad'
  if (outcome === 'invited' && !isMailed && inviteLink === undefined) return 'bad'
  return outcome === 'present' ? 'plain' : 'good'
}
