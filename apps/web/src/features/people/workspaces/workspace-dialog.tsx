import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { Workspace } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { ownFailure } from '../../../ui/saved-meanwhile/deleted-meanwhile.tsx'
import type { DeletedThing } from '../../../ui/saved-meanwhile/deleted-note.tsx'
import { differingFields } from '../../../ui/saved-meanwhile/differing-fields.ts'
import { FormSavedMeanwhile } from '../../../ui/saved-meanwhile/form-saved-meanwhile.tsx'
import { type FormRevision, useRevision } from '../../../ui/saved-meanwhile/use-revision.ts'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import { readWorkspace, refreshPeople, refreshSelf } from '../people-queries.ts'

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
    initialValues: valuesOf(workspace),
    validate: { name: (name) => (name.trim() === '' ? t('nameMissing') : null) },
  })
  const revision = useRevision(workspace?.revision)
  const { save, make } = useWorkspaceSaving({ workspace, form, revision, onClose })
  const mayMake = useIsShown({ permission: 'workspace:create' })
  const makeAnew = () => {
    if (!form.validate().hasErrors) make.mutate(form.values)
  }
  const thing: DeletedThing | undefined = workspace && {
    kind: 'workspace',
    id: workspace.id,
    onMakeAnew: mayMake ? makeAnew : undefined,
    isMaking: make.isPending,
    onLeave: () => {
      onClose()
      void refreshPeople()
    },
  }
  return (
    <Dialog
      onClose={onClose}
      closesOutside={false}
      title={t(workspace ? 'workspaces.changeTitle' : 'workspaces.newTitle')}
    >
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Unsaved isChanged={form.isDirty()} />
        <Stack gap="md">
          <FailureNote error={ownFailure(unplaced(save.error, { fieldOf: nameAlone }), thing)} />
          <FailureNote error={unplaced(make.error, { fieldOf: nameAlone })} />
          <FormSavedMeanwhile
            form={form}
            save={save}
            thing={thing}
            revision={revision}
            read={() => readStanding(workspace?.id)}
            differences={(theirs) =>
              differingFields(
                { name: t('workspaces.name'), description: t('description') },
                { mine: form.values, theirs },
              )
            }
          />
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

interface WorkspaceSaving {
  workspace: Workspace | undefined
  form: UseFormReturnType<Values>
  revision: FormRevision
  onClose: () => void
}

/** Saves what stands in the form; `make` makes a workspace of it, where the one that was changed is gone. */
function useWorkspaceSaving({ workspace, form, revision, onClose }: WorkspaceSaving) {
  const { t } = useTranslation('people')
  const tell = async ({ id, name }: Workspace, said: 'workspaces.changed' | 'workspaces.made') => {
    notify.success(t(said, { name }), id)
    onClose()
    await Promise.all([refreshPeople(), refreshSelf()])
  }
  const onError = (error: Error) => showIssues(form, error, { fieldOf: nameAlone })
  const save = useMutation({
    mutationFn: (values: Values) => saveWorkspace(workspace, values, revision),
    onSuccess: (saved) => tell(saved, workspace ? 'workspaces.changed' : 'workspaces.made'),
    onError,
  })
  const make = useMutation({
    mutationFn: (values: Values) => saveWorkspace(undefined, values, revision),
    onSuccess: (made) => tell(made, 'workspaces.made'),
    onError,
  })
  return { save, make }
}

const valuesOf = (workspace: Workspace | undefined): Values => ({
  name: workspace?.name ?? '',
  description: workspace?.description ?? '',
})

/** What the form would hold of a workspace as it stands now; undefined where it is gone. */
async function readStanding(id = '') {
  const workspace = await readWorkspace(id)
  return workspace && { revision: workspace.revision, values: valuesOf(workspace) }
}

function saveWorkspace(
  workspace: Workspace | undefined,
  { name, description }: Values,
  revision: FormRevision,
): Promise<Workspace> {
  const body = { name: name.trim(), description: description.trim() || null }
  return workspace === undefined
    ? api.createWorkspace({ body })
    : api.updateWorkspace({ body: { id: workspace.id, ...body } }, revision.options())
}
