import { Alert, Button, Skeleton } from '@mantine/core'
import type { SignOnFault, SignOnProvider } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { identitiesQuery, refreshAccount } from './account-queries.ts'
import { SettingsSection } from './settings-section.tsx'

interface OwnMethod {
  providerName: SignOnProvider
  label?: string | undefined
  isLinked: boolean
  email: string | null
}

/** The providers by whom the person may sign in, to link and to unlink; nothing where the organisation has none. */
export function IdentitiesSection({
  isLinked,
  fault,
}: {
  isLinked: boolean
  fault: SignOnFault | undefined
}) {
  const { t } = useTranslation(['account-settings', 'account'])
  const { data, error, refetch } = useQuery(identitiesQuery)
  if (data?.methods.length === 0) return null
  return (
    <SettingsSection title={t('identities.title')} text={t('identities.text')}>
      {isLinked ? (
        <Alert color="green" role="status">
          {t('identities.linked')}
        </Alert>
      ) : null}
      {fault ? (
        <Alert color="red" role="alert">
          {t(`account:signOn.fault.${fault}`)}
        </Alert>
      ) : null}
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={60} /> : null}
      <ul className="session-list">
        {data?.methods.map((method) => (
          <IdentityRow key={method.providerName} method={method} />
        ))}
      </ul>
    </SettingsSection>
  )
}

function IdentityRow({ method: { providerName, label, isLinked, email } }: { method: OwnMethod }) {
  const { t } = useTranslation(['account-settings', 'account'])
  const name = label ?? t(`account:signOn.provider.${providerName}`)
  const onError = (failure: unknown) => notify.error(apiErrorMessage(failure))
  const link = useMutation({
    mutationFn: () => api.linkIdentity({ body: { providerName } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError,
  })
  const unlink = useMutation({
    mutationFn: () => api.unlinkIdentity({ params: { providerName } }),
    onSuccess: async () => {
      notify.success(t('identities.unlinked', { name }))
      await refreshAccount()
    },
    onError,
  })
  return (
    <li>
      <div>
        <span>{name}</span>
        <small>{isLinked ? (email ?? t('identities.isLinked')) : t('identities.isNot')}</small>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={link.isPending || unlink.isPending}
        aria-label={t(isLinked ? 'identities.unlinkLabel' : 'identities.linkLabel', { name })}
        onClick={() => (isLinked ? unlink : link).mutate()}
      >
        {t(isLinked ? 'identities.unlink' : 'identities.link')}
      </Button>
    </li>
  )
}
