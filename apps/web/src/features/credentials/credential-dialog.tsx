import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { SharedNote } from '../sharing/shared-note.tsx'
import { type CredentialDraft, draftOf } from './credential-draft.ts'
import { CredentialForm } from './credential-form.tsx'
import { credentialQuery, credentialTypesQuery } from './credential-queries.ts'

interface CredentialDialogProps {
  /** Undefined to make a new one. */
  credentialId: string | undefined
  /** Types that the node accepts. */
  types: readonly string[]
  onClose: () => void
  onSaved: (id: string) => void
}

/** Makes or changes a credential in place. Stored secrets are never shown, and what another workspace shares is read-only. */
export function CredentialDialog(props: CredentialDialogProps) {
  const { credentialId, onClose } = props
  const { data } = useQuery({ ...credentialQuery(credentialId ?? ''), enabled: credentialId !== undefined })
  if (!data?.shared) return <EditDialog {...props} />
  return (
    <Dialog onClose={onClose} title={<Title of="sharedTitle" />}>
      <SharedNote item={data} onClose={onClose} />
    </Dialog>
  )
}

function EditDialog({ credentialId, types, onClose, onSaved }: CredentialDialogProps) {
  const definitions = useQuery(credentialTypesQuery)
  const stored = useQuery({ ...credentialQuery(credentialId ?? ''), enabled: credentialId !== undefined })
  const failure = definitions.error ?? stored.error
  const retry = () =>
    void Promise.all([definitions.refetch(), credentialId === undefined ? null : stored.refetch()])
  const draft: CredentialDraft | undefined =
    credentialId === undefined
      ? { name: '', type: types[0] ?? '', values: {}, kept: [] }
      : stored.data && draftOf(stored.data)
  return (
    <Dialog
      onClose={onClose}
      closesOutside={false}
      title={<Title of={credentialId === undefined ? 'createTitle' : 'editTitle'} />}
    >
      {failure ? (
        <Failure error={failure} onRetry={retry} />
      ) : draft && definitions.data ? (
        <CredentialForm
          credentialId={credentialId}
          first={draft}
          definitions={definitions.data.filter(({ name }) => types.includes(name))}
          onSaved={onSaved}
        />
      ) : (
        <Stack aria-busy>
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      )}
    </Dialog>
  )
}

/** Its words are waited for inside of the dialog, not by the page. */
function Title({ of }: { of: 'sharedTitle' | 'createTitle' | 'editTitle' }) {
  const { t } = useTranslation('node-form')
  return t(`credential.${of}`)
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('node-form')
  return (
    <Stack>
      <Alert color="red" title={t('credential.loadFailed')}>
        {apiErrorMessage(error)}
      </Alert>
      <DialogFoot>
        <Button onClick={onRetry}>{t('options.retry')}</Button>
      </DialogFoot>
    </Stack>
  )
}
