import { Button, Stack } from '@mantine/core'
import type { DocumentLoader, DocumentStore } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { DocumentTagsInput } from '../../../ui/permissions/document-tags-input.tsx'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import { refreshStores } from '../store-queries.ts'
import { useJoinedTags } from './use-joined-tags.ts'

interface LoaderTagsDialogProps {
  store: DocumentStore
  loader: DocumentLoader
  onClose: () => void
}

/** Says who may read what a loader gives. */
export function LoaderTagsDialog({ store, loader, onClose }: LoaderTagsDialogProps) {
  const { t } = useTranslation('document-stores')
  const { tags, setTags } = useJoinedTags(loader.tags)
  const save = useMutation({
    mutationFn: () =>
      api.setLoaderTags({ params: { id: store.id, loaderId: loader.id }, body: { tags: [...tags] } }),
    onSuccess: async () => {
      notify.success(t('access.saved', { name: loader.loaderName }))
      onClose()
      await refreshStores()
    },
  })
  return (
    <Dialog onClose={onClose} closesOutside={false} title={t('access.title', { name: loader.loaderName })}>
      <Unsaved isChanged={tags.join() !== loader.tags.join()} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Stack gap="md">
          <FailureNote error={save.error} />
          <DocumentTagsInput
            label={t('access.tags')}
            description={t('access.help')}
            data-autofocus
            tags={tags}
            known={[...new Set(store.loaders.flatMap((each) => each.tags))].toSorted()}
            onChange={setTags}
          />
          <p className="store-note">{t('access.flows')}</p>
          <DialogFoot>
            <CancelButton />
            <Button type="submit" loading={save.isPending}>
              {t('form.save')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
