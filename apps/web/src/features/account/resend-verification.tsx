import { Button, Text } from '@mantine/core'
import { isApiError } from '@runnel/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { platformQuery } from '../../session/platform.ts'
import { FailureNote } from '../../ui/failure-note.tsx'

/**
 * Has the link of a registration mailed again, after a sign-in that failed where people register. An address that nobody
 * confirmed is refused as a wrong password is, so that nobody is told which addresses have accounts: it is offered for both.
 */
export function ResendVerification({ failure, email }: { failure: unknown; email: string }) {
  const { t } = useTranslation('account')
  const { data: platform } = useQuery(platformQuery)
  const isRefused = isApiError(failure) && failure.code === 'wrong_credentials'
  if (platform !== 'cloud' || !isRefused) return null
  return (
    <>
      <Text>{t('verify.unconfirmed')}</Text>
      <MailAgain email={email} />
    </>
  )
}

/** Has the link of a registration mailed again to this address. */
export function MailAgain({ email }: { email: string }) {
  const { t } = useTranslation('account')
  const resend = useMutation({
    mutationFn: () => api.resendVerification({ body: { email: email.trim() } }),
  })
  if (resend.isSuccess) return <Text role="status">{t('verify.resent')}</Text>
  return (
    <>
      <FailureNote error={resend.error} />
      <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
        {t('verify.resend')}
      </Button>
    </>
  )
}
