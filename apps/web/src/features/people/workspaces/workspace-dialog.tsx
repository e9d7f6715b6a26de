import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Workspace } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import { refreshPeople, refreshSelf } from '../people-queries.ts'

/** The name has a field for what is wrong with it; the rest is told above. */
const nameAlone = (path: string) => (path === 'name' ? path : undefined)

type Values = { name: string; description: string }

interface WorkspaceDialogProps {
  /** The workspace to change; without it a new one is made. */
  workspace?: Workspace
  onClose: () => void
}

/** Makes a workspace, or changes the name and the description of one. */
export function WorkspaceDialog({ workspace, onClose }: WorkspaceDialogProps) {
  const { t } = useTranslation('people')
  const form = useForm<Values>({
    initialValues: { name: workspace?.name ?? '', description: workspace?.description ?? '' },
    validate: { name: (name) => (name.trim() === '' ? t('nameMissing') : null) },
  })
  const save = useMutation({
    mutationFn: (values: Values) => saveWorkspace(workspace, values),
    onSuccess: async ({ name }) => {
      notify.success(t(workspace ? 'workspaces.changed' : 'workspaces.made', { name }))
      onClose()
      await Promise.all([refreshPeople(), refreshSelf()])
    },
    onError: (error) => showIssues(form, error, { fieldOf: nameAlone }),
  })
  return (
    <Dialog
      onClose={onClose}
      closesOutside={false}
      title={t(workspace ? 'workspaces.changeTitle' : 'workspaces.newTitle')}
    >
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Unsaved isChanged={form.isDirty()} />
        <Stack gap="md">
          <FailureNote error={unplaced(save.error, { fieldOf: nameAlone })} />
          <TextInput
            label={t('workspaces.name')}
            required
            maxLength={100}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Textarea
            label={t('description')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1000}
            {...form.getInputProps('description')}
          />
          <DialogFoot>
            <CancelButton />
            <Button type="submit" loading={save.isPending}>
              {t(workspace ? 'save' : 'workspaces.create')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

function saveWorkspace(workspace: Workspace | undefined, { name, description }: Values): Promise<Workspace> {
  const body = { name: name.trim(), description: description.trim() || null }
  return workspace === undefined
    ? api.createWorkspace({ body })
    : api.updateWorkspace({ body: { id: workspace.id, ...body } })
}
