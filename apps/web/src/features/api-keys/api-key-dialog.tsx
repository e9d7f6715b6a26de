import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ApiKey } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useIsShown } from '../../session/use-viewer.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { ownFailure } from '../../ui/saved-meanwhile/deleted-meanwhile.tsx'
import type { DeletedThing } from '../../ui/saved-meanwhile/deleted-note.tsx'
import { differingFields } from '../../ui/saved-meanwhile/differing-fields.ts'
import { FormSavedMeanwhile } from '../../ui/saved-meanwhile/form-saved-meanwhile.tsx'
import { useRevision } from '../../ui/saved-meanwhile/use-revision.ts'
import { useRightsDifferences } from '../../ui/saved-meanwhile/use-rights-differences.ts'
import { CancelButton, Unsaved } from '../../ui/unsaved.tsx'
import { readApiKey, refreshApiKeys } from './api-key-queries.ts'
import { KeyPermissions } from './key-permissions.tsx'
import { TakeOverKey } from './take-over-key.tsx'
import './api-keys.css'
import { DialogFoot } from '../../ui/dialog-foot.tsx'

interface ApiKeyDialogProps {
  /** The key to change; without it a new one is made. */
  apiKey?: ApiKey
  onClose: () => void
  /** Gets a new key, whole, for the only time. */
  onMade: (apiKey: ApiKey) => void
}

type Values = { keyName: string; permissions: string[]; endsOn: string }

/** A day where the person is, as the browser's field writes it. */
function dayOf(time: string): string {
  const date = new Date(time)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

const valuesOf = (apiKey: ApiKey | undefined): Values => ({
  keyName: apiKey?.keyName ?? '',
  permissions: apiKey?.permissions ?? [],
  endsOn: apiKey?.expiresDate ? dayOf(apiKey.expiresDate) : '',
})

function bodyOf({ keyName, permissions, endsOn }: Values) {
  const expiresDate = endsOn === '' ? null : new Date(`${endsOn}T23:59:59.999`).toISOString()
  return { keyName: keyName.trim(), permissions, expiresDate }
}

/** Makes a key, or changes the name and the permissions of one. */
export function ApiKeyDialog({ apiKey, onClose, onMade }: ApiKeyDialogProps) {
  const { t } = useTranslation('api-keys')
  const form = useForm<Values>({
    initialValues: valuesOf(apiKey),
    validate: {
      keyName: (name) => (name.trim() === '' ? t('form.nameMissing') : null),
      permissions: (permissions) => (permissions.length === 0 ? t('form.permissionsMissing') : null),
    },
  })
  const revision = useRevision(apiKey?.revision)
  const rightsDifferences = useRightsDifferences()
  const make = useMutation({
    mutationFn: async (values: Values) => onMade(findNew(await api.createApiKey({ body: bodyOf(values) }))),
    onSuccess: async () => {
      onClose()
      await refreshApiKeys()
    },
  })
  const change = useMutation({
    mutationFn: (values: Values) =>
      api.updateApiKey({ params: { id: apiKey?.id ?? '' }, body: bodyOf(values) }, revision.options()),
    onSuccess: async () => {
      notify.success(t('form.changed'), apiKey?.id)
      onClose()
      await refreshApiKeys()
    },
  })
  const save = apiKey ? change : make
  const mayMake = useIsShown({ permission: 'apikeys:create' })
  const makeAnew = () => {
    if (!form.validate().hasErrors) make.mutate(form.values)
  }
  const thing: DeletedThing | undefined = apiKey && {
    kind: 'apiKey',
    id: apiKey.id,
    onMakeAnew: mayMake ? makeAnew : undefined,
    isMaking: make.isPending,
    onLeave: () => {
      onClose()
      void refreshApiKeys()
    },
  }
  return (
    <Dialog onClose={onClose} size="lg" title={apiKey ? t('form.changeTitle') : t('form.newTitle')}>
      <Unsaved isChanged={form.isDirty()} />
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))} className="key-form">
        <FailureNote error={ownFailure(change.error, thing) ?? make.error} />
        <FormSavedMeanwhile
          form={form}
          save={change}
          thing={thing}
          revision={revision}
          read={() => readStanding(apiKey)}
          differences={(theirs) => [
            ...differingFields(
              { keyName: t('form.name'), endsOn: t('form.expires') },
              { mine: form.values, theirs },
            ),
            ...rightsDifferences({ mine: form.values.permissions, theirs: theirs.permissions }),
          ]}
        />
        {apiKey ? <TakeOverKey apiKey={apiKey} revision={revision} /> : null}
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

/** What the form would hold of a key as it stands now; undefined where it is gone. */
async function readStanding(opened: ApiKey | undefined) {
  const apiKey = await readApiKey(opened?.id ?? '')
  return apiKey && { revision: apiKey.revision, values: valuesOf(apiKey) }
}

/** The answer lists all keys; the server marks the one that it just made. */
function findNew(apiKeys: readonly ApiKey[]): ApiKey {
  const made = apiKeys.find(({ isNew }) => isNew === true)
  if (made === undefined) throw new Error('The server shows no new key.')
  return made
}
