import { Alert, Text } from '@mantine/core'
import { isApiError } from '@runnel/client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AccountCard } from './account-card.tsx'
import { useEnter } from './use-enter.ts'

/** Takes in who comes back from a provider: the token of the address is used once, then the person goes on. */
export function SsoArrival({ token, from }: { token: string | undefined; from: string | undefined }) {
  const { t } = useTranslation('account')
  const enter = useEnter()
  const { mutate, ...arrival } = useMutation({
    mutationFn: (given: string) => api.finishSsoSignIn({ query: { token: given } }),
    onSuccess: (user) => enter(user, from),
  })
  const isBegun = useRef(false)
  useEffect(() => {
    // A token works once: the page must not use it twice.
    if (token === undefined || isBegun.current) return
    isBegun.current = true
    mutate(token)
  }, [token, mutate])
  const isUsed = isApiError(arrival.error) && arrival.error.status === 401
  const isLost = token === undefined || arrival.isError
  return (
    <AccountCard title={t('signOn.title')} text={t('signOn.text')}>
      <div className="account-outcome">
        {token === undefined ? <Alert color="orange">{t('signOn.incomplete')}</Alert> : null}
        <FailureNote error={isUsed ? new Error(t('signOn.used')) : arrival.error} />
        {isLost ? (
          <LinkButton to="/signin">{t('unauthorized.signIn')}</LinkButton>
        ) : (
          <Text role="status">{t('link.working')}</Text>
        )}
      </div>
    </AccountCard>
  )
}
