import { Alert, Text } from '@mantine/core'
import { isApiError } from '@runnel/client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AccountCard } from './account-card.tsx'

interface ConfirmLinkProps {
  /** What the link is for: the texts of it. */
  purpose: 'emailChange'
  token: string | undefined
  confirm: (token: string) => Promise<unknown>
}

const asksForSession = (error: unknown) => isApiError(error) && error.reason === 'email_change_sign_in'

/**
 * A page that does by itself what a mailed link is for, and says how it went. Who has to be signed in for it goes to the
 * sign-in and comes back.
 */
export function ConfirmLink({ purpose, token, confirm }: ConfirmLinkProps) {
  const { t } = useTranslation('account')
  const { mutate, ...work } = useMutation({ mutationFn: confirm })
  const isBegun = useRef(false)
  useEffect(() => {
    // A link works once: the page must not use it twice.
    if (token === undefined || isBegun.current) return
    isBegun.current = true
    mutate(token)
  }, [token, mutate])
  const needsSession = asksForSession(work.error)
  return (
    <AccountCard title={t(`${purpose}.title`)} text={t(`${purpose}.text`)}>
      <div className="account-outcome">
        {token === undefined ? <Alert color="orange">{t('link.incomplete')}</Alert> : null}
        {work.isPending ? <Text role="status">{t('link.working')}</Text> : null}
        {work.isSuccess ? (
          <Alert color="green" role="status">
            {t(`${purpose}.done`)}
          </Alert>
        ) : null}
        {needsSession ? (
          <Alert color="blue" role="status">
            {t('emailChange.signIn')}
          </Alert>
        ) : (
          <FailureNote error={work.error} />
        )}
        {needsSession ? (
          <LinkButton to="/signin" search={{ from: `${window.location.pathname}${window.location.search}` }}>
            {t('signIn.submit')}
          </LinkButton>
        ) : (
          <LinkButton to="/signin">{t(work.isSuccess ? 'signIn.submit' : 'unauthorized.signIn')}</LinkButton>
        )}
      </div>
    </AccountCard>
  )
}
