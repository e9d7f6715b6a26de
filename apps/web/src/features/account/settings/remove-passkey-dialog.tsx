import type { Passkey } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { refreshAccount } from './account-queries.ts'
import { useFactors } from './factor-fields.tsx'
import { type Proof, ProofForm } from './proof-form.tsx'

/** Removes a passkey, after its owner was proved once more. */
export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('account-settings')
  const factors = useFactors()
  const remove = async (body: Proof) => {
    await api.removePasskey({ params: { id: passkey.id }, body })
    notify.success(t('passkeys.removed'))
    onClose()
    await refreshAccount()
  }
  return (
    <Dialog title={t('passkeys.removeTitle')} onClose={onClose} closesOutside={false}>
      <ProofForm
        text={t('passkeys.removeText', { name: passkey.name })}
        submitLabel={t('passkeys.remove')}
        isRemoval
        factors={factors}
        onProof={remove}
      />
    </Dialog>
  )
}
