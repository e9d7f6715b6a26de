import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ApiKey } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { CancelButton, Unsaved } from '../../ui/unsaved.tsx'
import { refreshApiKeys } from './api-key-queries.ts'
import { KeyPermissions } from './key-permissions.tsx'
import { TakeOverKey } from './take-over-key.tsx'
import './api-keys.css'
import { DialogFoot } from '../../ui/dialog-foot.tsx'

interface ApiKeyDialogProps {
  /** The key to change; without it a new one is made. */
  apiKey?: ApiKey
  onClose: () => void
  /** Gets the new key, whole, for the only time. */
  onMade?: (apiKey: ApiKey) => void
}

type Values = { keyName: string; permissions: string[]; endsOn: string }

/** A day where the person is, as the browser's field writes it. */
function dayOf(time: string): string {
  const date = new Date(time)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** Makes a key, or changes the name and the permissions of one. */
export function ApiKeyDialog({ apiKey, onClose, onMade }: ApiKeyDialogProps) {
  const { t } = useTranslation('api-keys')
  const form = useForm<Values>({
    initialValues: {
      keyName: apiKey?.keyName ?? '',
      permissions: apiKey?.permissions ?? [],
      endsOn: apiKey?.expiresDate ? dayOf(apiKey.expiresDate) : '',
    },
    validate: {
      keyName: (name) => (name.trim() === '' ? t('form.nameMissing') : null),
      permissions: (permissions) => (permissions.length === 0 ? t('form.permissionsMissing') : null),
    },
  })
  const save = useMutation({
    mutationFn: async ({ keyName, permissions, endsOn }: Values) => {
      const expiresDate = endsOn === '' ? null : new Date(`${endsOn}T23:59:59.999`).toISOString()
      const body = { keyName: keyName.trim(), permissions, expiresDate }
      if (apiKey) await api.updateApiKey({ params: { id: apiKey.id }, body })
      else onMade?.(findNew(await api.createApiKey({ body })))
    },
    onSuccess: async () => {
      if (apiKey) notify.success(t('form.changed'))
      onClose()
      await refreshApiKeys()
    },
  })
  return (
    <Dialog onClose={onClose} size="lg" title={apiKey ? t('form.changeTitle') : t('form.newTitle')}>
      <Unsaved isChanged={form.isDirty()} />
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))} className="key-form">
        <FailureNote error={save.error} />
        {apiKey ? <TakeOverKey apiKey={apiKey} /> : null}
        <TextInput
          label={t('form.name')}
          description={t('form.nameHelp')}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('keyName')}
        />
        <TextInput
          type="date"
          label={t('form.expires')}
          description={t('form.expiresHelp')}
          {...form.getInputProps('endsOn')}
        />
        <KeyPermissions
          chosen={form.values.permissions}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
          error={form.errors.permissions}
        />
        <DialogFoot>
          <CancelButton />
          <Button type="submit" loading={save.isPending}>
            {apiKey ? t('form.save') : t('form.create')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** The answer lists all keys; the server marks the one that it just made. */
function findNew(apiKeys: readonly ApiKey[]): ApiKey {
  const made = apiKeys.find(({ isNew }) => isNew === true)
  if (made === undefined) throw new Error('The server shows no new key.')
  return made
}
