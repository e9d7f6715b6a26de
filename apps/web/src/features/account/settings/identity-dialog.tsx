import { Skeleton } from '@mantine/core'
import type { SignOnProvider } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { leaveSite } from '../../../app/leave-site.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { refreshAccount, secondFactorQuery } from './account-queries.ts'
import { type Proof, ProofForm } from './proof-form.tsx'

/** A provider of the organisation, and whether it knows the person. */
export interface OwnMethod {
  providerName: SignOnProvider
  label?: string | undefined
  /** Whose word opens the account once it is linked. */
  issuer: string
  isLinked: boolean
  email: string | null
}

/** Links a provider to the own account, or unlinks it, after it was proved once more who asks. */
export function IdentityDialog({
  method: { providerName, issuer, isLinked },
  name,
  onClose,
}: {
  method: OwnMethod
  /** What people call the provider. */
  name: string
  onClose: () => void
}) {
  const { t } = useTranslation('account-settings')
  const { data: factors, error, refetch } = useQuery(secondFactorQuery)
  const link = async (proof: Proof) => {
    const { url } = await api.linkIdentity({ body: { providerName, ...proof } })
    leaveSite(url)
  }
  const unlink = async (body: Proof) => {
    await api.unlinkIdentity({ params: { providerName }, body })
    notify.success(t('identities.unlinked', { name }))
    onClose()
    await refreshAccount()
  }
  const title = t(isLinked ? 'identities.unlinkLabel' : 'identities.linkLabel', { name })
  return (
    <Dialog title={title} onClose={onClose} closesOutside={false}>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {factors === undefined && !error ? <Skeleton height={160} /> : null}
      {factors ? (
        <ProofForm
          text={t(isLinked ? 'identities.unlinkText' : 'identities.linkText', { issuer })}
          isRemoval={isLinked}
          factors={factors}
          onProof={isLinked ? unlink : link}
        />
      ) : null}
    </Dialog>
  )
}
