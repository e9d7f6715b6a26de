import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { DocumentStore } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import { refreshStores } from '../store-queries.ts'

interface Values {
  name: string
  description: string
}

interface StoreDialogProps {
  /** The store that is renamed; without it a new one is made. */
  store?: DocumentStore
  onClose: () => void
  onMade?: (id: string) => void
}

/** Makes an empty store, or changes the name and the description of one. */
export function StoreDialog({ store, onClose, onMade }: StoreDialogProps) {
  const { t } = useTranslation('document-stores')
  const form = useForm<Values>({
    initialValues: { name: store?.name ?? '', description: store?.description ?? '' },
    validate: { name: (name) => (name.trim() === '' ? t('form.nameMissing') : null) },
  })
  const save = useMutation({
    mutationFn: (values: Values) => saveStore(store, values),
    onSuccess: async ({ id, name }) => {
      notify.success(t(store ? 'form.changed' : 'form.made', { name }), id)
      onClose()
      if (store === undefined) onMade?.(id)
      await refreshStores()
    },
  })
  return (
    <Dialog
      onClose={onClose}
      closesOutside={false}
      title={store ? t('form.changeTitle') : t('form.newTitle')}
    >
      <Unsaved isChanged={form.isDirty()} />
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="md">
          <FailureNote error={save.error} />
          <TextInput
            label={t('form.name')}
            required
            maxLength={200}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Textarea
            label={t('form.description')}
            description={t('form.descriptionHelp')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={10_000}
            {...form.getInputProps('description')}
          />
          <DialogFoot>
            <CancelButton />
            <Button type="submit" loading={save.isPending}>
              {store ? t('form.save') : t('form.create')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Of a store that is there only name and description are sent: what is done in it meanwhile is not touched. */
function saveStore(
  store: DocumentStore | undefined,
  values: Values,
): Promise<Pick<DocumentStore, 'id' | 'name'>> {
  const body = { name: values.name.trim(), description: values.description.trim() || null }
  return store === undefined
    ? api.createDocumentStore({ body })
    : api.updateDocumentStore({ params: { id: store.id }, body })
}
