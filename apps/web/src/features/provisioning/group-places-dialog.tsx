import { ActionIcon, Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ProvisionedGroup } from '@runnel/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { makeId } from '../../make-id.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { nameOfRole } from '../../ui/permissions/name-of-role.ts'
import { DeletedMeanwhile, ownFailure } from '../../ui/saved-meanwhile/deleted-meanwhile.tsx'
import type { DeletedThing } from '../../ui/saved-meanwhile/deleted-note.tsx'
import { SavedMeanwhile } from '../../ui/saved-meanwhile/saved-meanwhile.tsx'
import { useRevision } from '../../ui/saved-meanwhile/use-revision.ts'
import { CancelButton, Unsaved } from '../../ui/unsaved.tsx'
import { roleChoicesQuery, workspaceChoicesQuery } from '../people/people-queries.ts'
import { readProvisionedGroup, refreshProvisioning } from './provisioning-queries.ts'

interface Row {
  /** Tells rows apart while they are filled in. */
  key: string
  workspaceId: string
  roleId: string
}
type Values = { rows: Row[]; givesOwner: boolean }

/** Says which places a group gives to its members. */
export function GroupPlacesDialog({ group, onClose }: { group: ProvisionedGroup; onClose: () => void }) {
  const { t } = useTranslation('provisioning')
  const { data: roles = [] } = useQuery(roleChoicesQuery)
  const name = group.displayName
  const form = useForm<Values>({
    initialValues: valuesOf(group),
  })
  const { rows, givesOwner } = form.values
  const owners = roles.filter(({ builtIn }) => builtIn === 'owner').map(({ id }) => id)
  const makesOwners = rows.some(({ roleId }) => owners.includes(roleId))
  const isTwice = new Set(rows.map(({ workspaceId }) => workspaceId)).size < rows.length
  const isWhole = rows.every(({ workspaceId, roleId }) => workspaceId !== '' && roleId !== '')
  const revision = useRevision(group.revision)
  const save = useMutation({
    mutationFn: () =>
      api.mapProvisionedGroup(
        {
          params: { id: group.id },
          body: { places: rows.map(({ workspaceId, roleId }) => ({ workspaceId, roleId })), givesOwner },
        },
        revision.options(),
      ),
    onSuccess: async () => {
      notify.success(t('map.saved', { name }), group.id)
      onClose()
      await refreshProvisioning()
    },
  })
  const thing: DeletedThing = {
    kind: 'group',
    id: group.id,
    onLeave: () => {
      onClose()
      void refreshProvisioning()
    },
  }
  const fault = isWhole ? (isTwice ? t('map.twice') : undefined) : t('map.incomplete')
  return (
    <Dialog onClose={onClose} closesOutside={false} size="lg" title={t('map.title', { name })}>
      <Unsaved isChanged={form.isDirty()} />
      <form noValidate onSubmit={form.onSubmit(() => save.mutate())}>
        <Stack gap="md">
          <Text size="sm">{t('map.text')}</Text>
          <FailureNote error={ownFailure(save.error, thing)} />
          <SavedMeanwhile
            error={save.error}
            revision={revision}
            read={() => readStanding(group)}
            differences={(theirs) => tellPlaces(t('map.now'), theirs)}
            onTake={(theirs) => {
              form.setInitialValues(valuesOf(theirs))
              form.reset()
              save.reset()
            }}
            onOverwrite={() => save.mutate()}
            isSaving={save.isPending}
            thing={thing}
          />
          <DeletedMeanwhile error={save.error} read={() => readStanding(group)} thing={thing} />
          {rows.length === 0 ? <Text c="dimmed">{t('map.none')}</Text> : null}
          {rows.map(({ key }, index) => (
            <PlaceRow
              key={key}
              number={index + 1}
              workspace={form.getInputProps(`rows.${index}.workspaceId`)}
              role={form.getInputProps(`rows.${index}.roleId`)}
              onRemove={() => form.removeListItem('rows', index)}
            />
          ))}
          <Button
            variant="default"
            className="provisioning-add"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => form.insertListItem('rows', { key: makeId(), workspaceId: '', roleId: '' })}
          >
            {t('map.add')}
          </Button>
          {makesOwners ? (
            <Checkbox label={t('map.owner')} {...form.getInputProps('givesOwner', { type: 'checkbox' })} />
          ) : null}
          {fault && rows.length > 0 ? (
            <Text size="sm" c="dimmed">
              {fault}
            </Text>
          ) : null}
          <DialogFoot>
            <CancelButton />
            <Button
              type="submit"
              loading={save.isPending}
              disabled={fault !== undefined || (makesOwners && !givesOwner)}
            >
              {t('map.save')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

const valuesOf = ({ places }: Pick<ProvisionedGroup, 'places'>): Values => ({
  rows: places.map(({ workspaceId, roleId }) => ({ key: workspaceId, workspaceId, roleId })),
  givesOwner: false,
})

/** What a group gives as it stands now; undefined where it is gone. */
async function readStanding({ id }: ProvisionedGroup) {
  const group = await readProvisionedGroup(id)
  return group && { revision: group.revision, values: group }
}

const tellPlaces = (label: string, { places }: ProvisionedGroup) => [
  {
    label,
    theirs: places
      .map(({ workspaceName, roleName }) => `${workspaceName}: ${nameOfRole(roleName)}`)
      .join(', '),
  },
]

interface PlaceRowProps {
  number: number
  workspace: object
  role: object
  onRemove: () => void
}

function PlaceRow({ number, workspace, role, onRemove }: PlaceRowProps) {
  const { t } = useTranslation('provisioning')
  const { data: workspaces = [] } = useQuery(workspaceChoicesQuery)
  const { data: roles = [] } = useQuery(roleChoicesQuery)
  const choose = { value: '', label: t('map.choose') }
  const choices = (list: readonly { id: string; name: string }[]) => [
    choose,
    ...list.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const named = roles.map(({ id, name }) => ({ id, name: nameOfRole(name) }))
  return (
    <div className="provisioning-place">
      <NativeSelect label={t('map.workspace', { number })} data={choices(workspaces)} {...workspace} />
      <NativeSelect label={t('map.role', { number })} data={choices(named)} {...role} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('map.remove', { number })}
        onClick={onRemove}
      >
        <IconTrash size={17} stroke={1.8} />
      </ActionIcon>
    </div>
  )
}
