import { Button, Skeleton, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { Role } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useViewer } from '../../../session/use-viewer.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { heldPermissions } from '../../../ui/permissions/grantable-permissions.ts'
import { PermissionPicker } from '../../../ui/permissions/permission-picker.tsx'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import '../people.css'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { nameOfRole } from '../../../ui/permissions/name-of-role.ts'
import { ownFailure } from '../../../ui/saved-meanwhile/deleted-meanwhile.tsx'
import type { DeletedThing } from '../../../ui/saved-meanwhile/deleted-note.tsx'
import { differingFields } from '../../../ui/saved-meanwhile/differing-fields.ts'
import { FormSavedMeanwhile } from '../../../ui/saved-meanwhile/form-saved-meanwhile.tsx'
import { type FormRevision, useRevision } from '../../../ui/saved-meanwhile/use-revision.ts'
import { useRightsDifferences } from '../../../ui/saved-meanwhile/use-rights-differences.ts'
import { readRole, refreshPeople, rolePermissionsQuery } from '../people-queries.ts'
import { askBareRole } from './ask-bare-role.ts'
import { permissionsOf } from './role-permissions.ts'
import { RolePreview } from './role-preview.tsx'

/** A role that is made, changed or looked at. */
export interface RoleWork {
  kind: 'new' | 'change' | 'view'
  id?: string
  /** Of one that is changed: what was read of it. */
  revision?: number
  name: string
  description: string
  permissions: string[]
  /** Which of the roles that every organisation has it is, where it is looked at; null for one of its own. */
  builtIn?: Role['builtIn']
  /** What may be put into it alone; without it, all that the person holds. */
  within?: readonly string[] | undefined
}

/** The name has a field for what is wrong with it; the rest is told above. */
const nameAlone = (path: string) => (path === 'name' ? path : undefined)

type Values = Pick<RoleWork, 'name' | 'description' | 'permissions'>

/** Makes, changes or shows a role: its name, what it holds by category, and what somebody with it sees. */
export function RoleDialog({ work, onClose }: { work: RoleWork; onClose: () => void }) {
  const { t } = useTranslation(['people', 'ui'])
  const isReadOnly = work.kind === 'view'
  const form = useForm<Values>({
    initialValues: { name: work.name, description: work.description, permissions: work.permissions },
    validate: { name: (name) => (name.trim() === '' ? t('nameMissing') : null) },
  })
  const revision = useRevision(work.revision)
  const rightsDifferences = useRightsDifferences()
  const { save, make } = useRoleSaving({ work, form, revision, onClose })
  const thing = deletedRole(work, {
    onMakeAnew: () => {
      if (!form.validate().hasErrors) make.mutate(form.values)
    },
    isMaking: make.isPending,
    onLeave: () => {
      onClose()
      void refreshPeople()
    },
  })
  const submit = async (values: Values, event: FormEvent<HTMLFormElement> | undefined) => {
    if (event && (await askBareRole(values.permissions, event.currentTarget))) save.mutate(values)
  }
  return (
    <Dialog
      onClose={onClose}
      closesOutside={isReadOnly}
      size={900}
      title={t(`roles.dialog.${work.kind}`, { name: nameOfRole(work.name) })}
    >
      <form noValidate onSubmit={form.onSubmit(submit)} className="role-form">
        <Unsaved isChanged={!isReadOnly && form.isDirty()} />
        <FailureNote error={ownFailure(unplaced(save.error, { fieldOf: nameAlone }), thing)} />
        <FailureNote error={unplaced(make.error, { fieldOf: nameAlone })} />
        <FormSavedMeanwhile
          form={form}
          save={save}
          thing={thing}
          revision={revision}
          read={() => readStanding(work.id)}
          differences={(theirs) => [
            ...differingFields(
              { name: t('roles.name'), description: t('description') },
              { mine: form.values, theirs },
            ),
            ...rightsDifferences({ mine: form.values.permissions, theirs: theirs.permissions }),
          ]}
        />
        {isReadOnly ? <AboutRole work={work} /> : <RoleWords form={form} />}
        <div className="role-parts">
          <RolePermissions
            chosen={form.values.permissions}
            onChange={(permissions) => form.setFieldValue('permissions', permissions)}
            isReadOnly={isReadOnly}
            within={work.within}
          />
          <RolePreview permissions={form.values.permissions} />
        </div>
        <DialogFoot>
          {isReadOnly ? (
            <Button variant="default" onClick={onClose}>
              {t('ui:close')}
            </Button>
          ) : (
            <CancelButton />
          )}
          {isReadOnly ? null : (
            <Button type="submit" loading={save.isPending}>
              {t(work.kind === 'change' ? 'save' : 'roles.create')}
            </Button>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  )
}

interface RoleSaving {
  work: RoleWork
  form: UseFormReturnType<Values>
  revision: FormRevision
  onClose: () => void
}

/** Saves what stands in the form; `make` makes a role of it, where the one that was changed is gone. */
function useRoleSaving({ work, form, revision, onClose }: RoleSaving) {
  const { t } = useTranslation('people')
  const tell = async ({ id, name }: Role, said: 'roles.changed' | 'roles.made') => {
    notify.success(t(said, { name }), id)
    onClose()
    await refreshPeople()
  }
  const onError = (error: Error) => showIssues(form, error, { fieldOf: nameAlone })
  const save = useMutation({
    mutationFn: (values: Values) => saveRole(work, values, revision),
    onSuccess: (role) => tell(role, work.kind === 'change' ? 'roles.changed' : 'roles.made'),
    onError,
  })
  const make = useMutation({
    mutationFn: (values: Values) => api.createRole({ body: bodyOf(values) }),
    onSuccess: (role) => tell(role, 'roles.made'),
    onError,
  })
  return { save, make }
}

function deletedRole(
  { kind, id }: RoleWork,
  offers: Omit<DeletedThing, 'kind' | 'id'>,
): DeletedThing | undefined {
  return kind === 'change' && id !== undefined ? { kind: 'role', id, ...offers } : undefined
}

/** What a role that is only looked at is for, and why it is not changed. */
function AboutRole({ work: { builtIn, description } }: { work: RoleWork }) {
  const { t } = useTranslation(['people', 'permissions'])
  const about = builtIn ? t(`permissions:builtIn.${builtIn}`) : description
  return (
    <div>
      {about ? <Text>{about}</Text> : null}
      {builtIn ? <Text c="dimmed">{t('roles.fixed')}</Text> : null}
    </div>
  )
}

/** What a role is called, and what it is for. */
function RoleWords({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('people')
  return (
    <>
      <TextInput
        label={t('roles.name')}
        required
        maxLength={100}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('description')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
    </>
  )
}

interface RolePermissionsProps {
  chosen: readonly string[]
  onChange: (permissions: string[]) => void
  isReadOnly: boolean
  within: RoleWork['within']
}

/** Whoever makes a role gives what they hold, wherever it is given; a role that is only looked at shows all. */
function RolePermissions({ chosen, onChange, isReadOnly, within }: RolePermissionsProps) {
  const { t } = useTranslation('people')
  const viewer = useViewer()
  const giver = { ...viewer, permissions: within ?? viewer.permissions }
  const { data, error, refetch } = useQuery(rolePermissionsQuery)
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={240} />
  return (
    <PermissionPicker
      categories={heldPermissions(data, isReadOnly ? { ...viewer, isGlobal: true } : giver)}
      everything={t('roles.everything')}
      chosen={chosen}
      onChange={onChange}
      error={undefined}
      isReadOnly={isReadOnly}
      needsView
    />
  )
}

/** What the form would hold of a role as it stands now; undefined where it is gone. */
async function readStanding(id = '') {
  const role = await readRole(id)
  if (role === undefined) return undefined
  const { revision, name, description } = role
  return { revision, values: { name, description: description ?? '', permissions: permissionsOf(role) } }
}

const bodyOf = ({ name, description, permissions }: Values) => ({
  name: name.trim(),
  description: description.trim() || null,
  permissions,
})

function saveRole({ kind, id }: RoleWork, values: Values, revision: FormRevision) {
  const body = bodyOf(values)
  return kind === 'change' && id !== undefined
    ? api.updateRole({ body: { id, ...body } }, revision.options())
    : api.createRole({ body })
}
