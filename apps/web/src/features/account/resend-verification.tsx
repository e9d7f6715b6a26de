import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { FailureNote } from '../../ui/failure-note.tsx'

/** Has the link of a verification mailed again. */
export function ResendVerification({ email }: { email: string }) {
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
