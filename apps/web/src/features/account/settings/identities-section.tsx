import { Alert, Button, Skeleton } from '@mantine/core'
import { loginProviders, type SignOnFault } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { identitiesQuery } from './account-queries.ts'
import { IdentityDialog, type OwnMethod } from './identity-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Who comes back from a provider goes on where they left: far down, where it says how it went. */
const goTo = (outcome: HTMLElement | null) => outcome?.focus()

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
        <Alert color="green" role="status" ref={goTo} tabIndex={-1}>
          {t('identities.linked')}
        </Alert>
      ) : null}
      {fault ? (
        <Alert color="red" role="alert" ref={goTo} tabIndex={-1}>
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

function IdentityRow({ method }: { method: OwnMethod }) {
  const { t } = useTranslation(['account-settings', 'account'])
  const [isAsking, setAsking] = useState(false)
  const { providerName, label, isLinked, email } = method
  const name = label ?? loginProviders[providerName].name
  return (
    <li>
      <div>
        <span>{name}</span>
        <small>{isLinked ? (email ?? t('identities.isLinked')) : t('identities.isNot')}</small>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t(isLinked ? 'identities.unlinkLabel' : 'identities.linkLabel', { name })}
        onClick={() => setAsking(true)}
      >
        {t(isLinked ? 'identities.unlink' : 'identities.link')}
      </Button>
      {isAsking ? <IdentityDialog method={method} name={name} onClose={() => setAsking(false)} /> : null}
    </li>
  )
}
