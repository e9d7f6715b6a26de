import { Button, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { WorkspaceUser } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { RoleSelect } from '../../../ui/permissions/role-select.tsx'
import { SearchableSelect } from '../../../ui/searchable-select.tsx'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import { refreshPeople, refreshSelf, userListQuery } from '../people-queries.ts'
import { useGivableRoles } from '../use-givable-roles.ts'

interface PlaceDialogProps {
  workspaceId: string
  /** What the person holds there: no role of more is given. */
  held: readonly string[]
  /** Whose role is changed; without it somebody is added. */
  place?: WorkspaceUser
  onClose: () => void
}

/** Adds somebody of the organisation to a workspace, or gives them another role there. */
export function PlaceDialog({ workspaceId, held, place, onClose }: PlaceDialogProps) {
  const { t } = useTranslation('people')
  const [userId, setUserId] = useState(place?.userId ?? null)
  const [roleId, setRoleId] = useState(place?.roleId)
  const roles = useGivableRoles(held)
  const chosen = roleId ?? roles?.find(({ builtIn }) => builtIn === 'viewer')?.id ?? roles?.[0]?.id
  const save = useMutation({
    mutationFn: (body: { workspaceId: string; userId: string; roleId: string }) =>
      place ? api.updateWorkspaceUser({ body }) : api.createWorkspaceUser({ body }),
    onSuccess: async ({ user }) => {
      notify.success(t(place ? 'places.changed' : 'places.added', { name: user.name || user.email }))
      onClose()
      await Promise.all([refreshPeople(), refreshSelf()])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (userId !== null && chosen !== undefined) save.mutate({ workspaceId, userId, roleId: chosen })
  }
  return (
    <Dialog
      title={
        place
          ? t('places.changeIn', { name: place.user.name, workspace: place.workspace.name })
          : t('places.add')
      }
      onClose={onClose}
      closesOutside={false}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Unsaved
            isChanged={
              userId !== (place?.userId ?? null) || (roleId !== undefined && roleId !== place?.roleId)
            }
          />
          <FailureNote error={save.error} />
          {place ? null : <PersonSelect userId={userId} onChange={setUserId} />}
          <RoleSelect
            label={t('column.role')}
            roles={roles ?? []}
            data-autofocus={place ? true : undefined}
            value={chosen ?? ''}
            onChange={({ currentTarget }) => setRoleId(currentTarget.value)}
          />
          <DialogFoot>
            <CancelButton />
            <Button type="submit" loading={save.isPending} disabled={userId === null || chosen === undefined}>
              {t(place ? 'save' : 'places.add')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

interface PersonSelectProps {
  userId: string | null
  onChange: (userId: string | null) => void
}

/** Somebody of the organisation, found by name or address on the server. */
function PersonSelect({ userId, onChange }: PersonSelectProps) {
  const { t } = useTranslation('people')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 250)
  // What was chosen stands in the field as its label: it is no search.
  const wanted = userId === null ? search.trim() : ''
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    userListQuery({ ...(wanted === '' ? {} : { q: wanted }), sort: 'name', size: 12 }),
  )
  const [kept, setKept] = useState<{ value: string; label: string }>()
  const found = (data?.data ?? []).map(({ user }) => ({
    value: user.id,
    label: `${user.name} (${user.email})`,
  }))
  const options = kept && !found.some(({ value }) => value === kept.value) ? [kept, ...found] : found
  const isLooking = text.trim() !== search.trim() || (isFetching && (data === undefined || isPlaceholderData))
  return (
    <SearchableSelect
      label={t('column.user')}
      description={t('places.personHelp')}
      required
      data-autofocus
      data={options}
      // The server looks by the address as well: what it found is shown as it is.
      filter={({ options: all }) => all}
      choices={{
        isLoading: isLooking && userId === null,
        error,
        onRetry: () => void refetch(),
        empty: t('places.nobodyFound'),
        noMatch: t('places.nobodyFound'),
      }}
      value={userId}
      searchValue={text}
      onSearchChange={setText}
      onChange={(value) => {
        setKept(options.find((option) => option.value === value))
        onChange(value)
      }}
    />
  )
}
