import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isPageHeld } from '../../session/held-pages.ts'
import { goOnAsOther } from '../../session/other-person.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { type OtherPerson, settleSignIn, useSignInAgain } from '../../session/sign-in-again-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'

/** Says that somebody else is signed in by now; nothing is done in their name until the person of the page decides. */
export function OtherPersonDialog({ other }: { other: OtherPerson }) {
  const { t } = useTranslation('account')
  const own = useSessionStore(({ user }) => user?.email ?? '')
  const stay = () => settleSignIn(false)
  return (
    <Dialog title={t('other.title', { name: other.name })} onClose={stay} closesOutside={false} zIndex={360}>
      <Text>{t(isPageHeld() ? 'other.typed' : 'other.text', { other: other.email, email: own })}</Text>
      <DialogFoot>
        <Button variant="default" onClick={() => goOnAsOther()}>
          {t('other.goOn', { name: other.name })}
        </Button>
        <Button data-autofocus onClick={() => useSignInAgain.setState({ asks: 'signIn' })}>
          {t('other.back', { email: own })}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
