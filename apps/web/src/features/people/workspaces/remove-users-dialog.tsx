import { Button, Skeleton, Stack, Text } from '@mantine/core'
import type { WorkspaceUser } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../../../session/session-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { countWithRole, isOnlyPlace, placeId, refreshPeople } from '../people-queries.ts'
import { OutcomesDialog } from './outcomes-dialog.tsx'
import { type Removal, removeTogether } from './remove-together.ts'

/** So many people are named; more are counted. */
const MOST_NAMED = 5

interface RemoveUsersDialogProps {
  /** Whom of one workspace; at least one. */
  places: readonly [WorkspaceUser, ...WorkspaceUser[]]
  /** The places of the page as they are now. */
  readPage: () => Promise<readonly WorkspaceUser[]>
  /** Some of them may have been removed: the choice is over. */
  onDone: () => void
  onClose: () => void
}

const nameOf = ({ user }: Pick<WorkspaceUser, 'user'>): string => user.name || user.email

/** Asks whether several are to be removed from a workspace, does it, and says of whom it was not done. */
export function RemoveUsersDialog({ places, readPage, onDone, onClose }: RemoveUsersDialogProps) {
  const { t } = useTranslation(['people', 'ui'])
  const selfId = useSessionStore(({ user }) => user?.id)
  const [removals, setRemovals] = useState<Removal[]>()
  const { workspaceId, workspace } = places[0]
  const values = { count: places.length, workspace: workspace.name, name: nameOf(places[0]) }
  const remove = useMutation({
    mutationFn: () => removeTogether({ workspaceId, places, selfId, readPage }),
    onSuccess: async (outcomes) => {
      if (outcomes.some(({ outcome }) => outcome !== 'removed')) setRemovals(outcomes)
      else {
        notify.success(
          t('places.together.done', values),
          places.length === 1 ? placeId(places[0]) : undefined,
        )
        onClose()
      }
      onDone()
      await refreshPeople()
    },
  })
  if (removals) return <RemovalsDialog removals={removals} workspace={workspace.name} onClose={onClose} />
  return (
    <Dialog title={t('places.together.title', values)} onClose={onClose}>
      <Stack gap="sm">
        <FailureNote error={remove.error} />
        {places.length > 1 ? <Names places={places} /> : null}
        <Text>{t('places.together.text', values)}</Text>
        <Losses places={places} />
        <DialogFoot>
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('ui:confirm.cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('places.together.confirm', values)}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

/** Few by name, of many the first ones and how many more. */
function Names({ places }: { places: readonly WorkspaceUser[] }) {
  const { t } = useTranslation('people')
  const named = places.length > MOST_NAMED ? places.slice(0, MOST_NAMED - 1) : places
  const rest = places.length - named.length
  return (
    <ul className="name-list">
      {named.map((place) => (
        <li key={place.userId}>{nameOf(place)}</li>
      ))}
      {rest > 0 ? <li>{t('places.more', { count: rest })}</li> : null}
    </ul>
  )
}

/** Who is left without a workspace, and whether the workspace is left without an owner. */
function Losses({ places }: Pick<RemoveUsersDialogProps, 'places'>) {
  const { t } = useTranslation('people')
  const { workspace } = places[0]
  const { data, isPending } = useQuery({
    queryKey: ['people', 'losses', workspace.id, places.map(({ userId }) => userId)],
    queryFn: () => readLosses(places),
    gcTime: 0,
  })
  // What could not be read is said in general.
  if (isPending) return <Skeleton height={20} />
  const left = data?.left
  const names = left?.map(nameOf).join(', ')
  return (
    <>
      {left === undefined ? <Text>{t('places.together.leftOfMany')}</Text> : null}
      {left && left.length > 0 ? (
        <Text>{t('places.together.left', { count: left.length, names })}</Text>
      ) : null}
      {data?.isOwnerless ? (
        <Text>{t('places.together.ownerless', { workspace: workspace.name })}</Text>
      ) : null}
    </>
  )
}

async function readLosses(places: readonly WorkspaceUser[]) {
  const owners = places.filter(({ role }) => role.builtIn === 'owner')
  const [owner] = owners
  const isOwnerless = owner !== undefined && (await countWithRole(owner)) <= owners.length
  if (places.length > MOST_NAMED) return { left: undefined, isOwnerless }
  const areLeft = await Promise.all(places.map(isOnlyPlace))
  return { left: places.filter((_place, at) => areLeft[at]), isOwnerless }
}

const KINDS = { removed: 'good', gone: 'plain', self: 'bad', administrator: 'bad', beyond: 'bad' } as const

interface RemovalsDialogProps {
  removals: readonly Removal[]
  workspace: string
  onClose: () => void
}

/** Who was removed, and who was not and why: those first. */
function RemovalsDialog({ removals, workspace, onClose }: RemovalsDialogProps) {
  const { t } = useTranslation('people')
  const removed = removals.filter(({ outcome }) => outcome === 'removed')
  const kept = removals.filter(({ outcome }) => outcome !== 'removed')
  return (
    <OutcomesDialog
      title={t('places.together.partTitle')}
      summary={t('places.together.part', { count: removed.length, total: removals.length, workspace })}
      outcomes={[...kept, ...removed].map(({ place, outcome }) => ({
        id: place.userId,
        name: nameOf(place),
        kind: KINDS[outcome],
        text: t(`places.together.outcome.${outcome}`),
      }))}
      onClose={onClose}
    />
  )
}
