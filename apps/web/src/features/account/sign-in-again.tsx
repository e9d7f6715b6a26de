import { Button, Group, Stack, Text } from '@mantine/core'
import type { PasskeyAssertion } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { isPageHeld } from '../../session/held-pages.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { settleSignIn } from '../../session/sign-in-again-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { asksForCode, CodeField, factorsOf } from './code-field.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { signInHere } from './sign-in-here.ts'

/** Signs the same person in again over the page that they work on. `onLeave` gives up and goes to the sign-in page. */
export function SignInAgain({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('account')
  const isSSO = useSessionStore(({ user }) => user?.isSSO === true)
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = () => (isPageHeld() ? setIsLeaving(true) : onLeave())
  if (isLeaving) return <LeaveQuestion onLeave={onLeave} onStay={() => setIsLeaving(false)} />
  return (
    <Dialog title={t('again.title')} onClose={leave} closesOutside={false} zIndex={360}>
      {isSSO ? <InAnotherTab onLeave={leave} /> : <ByPassword onLeave={leave} />}
    </Dialog>
  )
}

/** Asks before the work on the page is given up with the session. */
function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <Dialog title={t('leave.title')} onClose={onStay} closesOutside={false} zIndex={360}>
      <Text>{t('leave.text')}</Text>
      <DialogFoot>
        <Button variant="default" onClick={onStay} data-autofocus>
          {t('leave.stay')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {t('leave.confirm')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** The way by a provider leaves the page: it is gone in another tab, and this one hears of it. */
function InAnotherTab({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('account')
  const email = useSessionStore(({ user }) => user?.email ?? '')
  return (
    <>
      <Text role="status">{t('again.inTab', { email })}</Text>
      <DialogFoot>
        <Button variant="default" onClick={onLeave}>
          {t('again.leave')}
        </Button>
        <Button component="a" href="/signin" target="_blank" rel="noopener" data-autofocus>
          {t('again.openTab')}
        </Button>
      </DialogFoot>
    </>
  )
}

function ByPassword({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('account')
  const email = useSessionStore(({ user }) => user?.email ?? '')
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [factors, setFactors] = useState<ReturnType<typeof factorsOf>>()
  const needsCode = factors !== undefined
  const [wasTried, setWasTried] = useState(false)
  const signIn = useMutation({
    mutationFn: (passkey: PasskeyAssertion | undefined) => {
      if (passkey && !needsCode) return signInHere(() => api.signInWithPasskey({ body: { passkey } }))
      const typed = needsCode ? { code: code.trim() } : {}
      return signInHere(() => api.login({ body: { email, password, ...(passkey ? { passkey } : typed) } }))
    },
    // Somebody else's passkey does not go on with this person's work: the page is told whose session it is then.
    onSuccess: (isSame) => (isSame ? settleSignIn(true) : undefined),
    onError: (error) => {
      setCode('')
      if (asksForCode(error)) setFactors(factorsOf(error))
      else if (!needsCode) field.current?.select()
    },
  })
  const submit = () => {
    setWasTried(true)
    if (password === '') field.current?.focus()
    else signIn.mutate(undefined)
  }
  const isMissing = wasTried && password === ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <Text>{t('again.text', { email })}</Text>
        <FailureNote error={asksForCode(signIn.error) ? undefined : signIn.error} />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <CurrentPasswordField
          ref={field}
          data-autofocus
          value={password}
          error={isMissing ? t('password.isMissing') : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {needsCode ? (
          <CodeField
            autoFocus
            isRecoveryOnly={!factors.hasApp}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : null}
        {!needsCode || factors.hasPasskeys ? (
          <PasskeyButton
            label={t(needsCode ? 'passkey.use' : 'passkey.signIn')}
            onAnswer={async (passkey) => signIn.mutate(passkey)}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onLeave}>
            {t('again.leave')}
          </Button>
          <Button type="submit" loading={signIn.isPending}>
            {t('signIn.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
