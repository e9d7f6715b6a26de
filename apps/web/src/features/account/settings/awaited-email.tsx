import { Alert, Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { awaitedEmailQuery, refreshAccount } from './account-queries.ts'
import type { Factors } from './factor-fields.tsx'
import { ProofForm } from './proof-form.tsx'

/** The address that waits for the link in its mailbox: the mail can be asked for again, and the change given up. */
export function AwaitedEmail({ factors }: { factors: Factors | undefined }) {
  const { t } = useTranslation('account-settings')
  const old = useSessionStore(({ user }) => user?.email)
  const { data } = useQuery(awaitedEmailQuery)
  const [isAgain, setIsAgain] = useState(false)
  const withdraw = useMutation({
    mutationFn: () => api.withdrawEmailChange(),
    onSuccess: async () => {
      notify.success(t('profile.withdrawn'))
      await refreshAccount()
    },
    onError: (error) => notify.error(apiErrorMessage(error)),
  })
  if (!data?.pendingEmail) return null
  const { pendingEmail: email, expiresDate } = data
  return (
    <Alert color="blue" title={t('profile.waits', { email })}>
      <p role="status" className="awaited-email">
        {t('profile.pending', { email, old })}{' '}
        {expiresDate === null ? null : (
          <>
            {t('profile.ends')} <RelativeTime time={expiresDate} />.
          </>
        )}
      </p>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => setIsAgain(true)}>
          {t('profile.again')}
        </Button>
        <Button size="xs" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('profile.withdraw')}
        </Button>
      </Group>
      {isAgain ? <AgainDialog email={email} factors={factors} onClose={() => setIsAgain(false)} /> : null}
    </Alert>
  )
}

function AgainDialog({
  email,
  factors,
  onClose,
}: {
  email: string
  factors: Factors | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('account-settings')
  return (
    <Dialog title={t('profile.again')} onClose={onClose}>
      <ProofForm
        text={t('profile.againText', { email })}
        submitLabel={t('profile.again')}
        factors={factors}
        onProof={async (proof) => {
          await api.changeEmail({ body: { email, ...proof } })
          notify.success(t('profile.mailed'))
          onClose()
          await refreshAccount()
        }}
      />
    </Dialog>
  )
}
