import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ProvisioningToken } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { CancelButton, Unsaved } from '../../ui/unsaved.tsx'
import { refreshProvisioning } from './provisioning-queries.ts'

interface TokenDialogProps {
  onClose: () => void
  /** Gives the new token, whole, for the only time. */
  onMade: (token: ProvisioningToken) => void
}

type Values = { name: string; endsOn: string }

/** Makes a token for SCIM. */
export function TokenDialog({ onClose, onMade }: TokenDialogProps) {
  const { t } = useTranslation('provisioning')
  const form = useForm<Values>({
    initialValues: { name: '', endsOn: '' },
    validate: { name: (name) => (name.trim() === '' ? t('form.nameMissing') : null) },
  })
  const make = useMutation({
    mutationFn: ({ name, endsOn }: Values) => {
      const end = endsOn === '' ? {} : { expiresDate: new Date(`${endsOn}T23:59:59.999`).toISOString() }
      return api.createProvisioningToken({ body: { name: name.trim(), ...end } })
    },
    onSuccess: async (token) => {
      onClose()
      onMade(token)
      await refreshProvisioning()
    },
  })
  return (
    <Dialog onClose={onClose} title={t('form.title')}>
      <Unsaved isChanged={form.isDirty()} />
      <form noValidate onSubmit={form.onSubmit((values) => make.mutate(values))}>
        <Stack gap="md">
          <FailureNote error={make.error} />
          <TextInput
            label={t('form.name')}
            description={t('form.nameHelp')}
            required
            maxLength={100}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <TextInput
            type="date"
            label={t('form.endsOn')}
            description={t('form.endsOnHelp')}
            {...form.getInputProps('endsOn')}
          />
          <DialogFoot>
            <CancelButton />
            <Button type="submit" loading={make.isPending}>
              {t('form.create')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
