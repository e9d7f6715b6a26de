import type { WorkspaceUser } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../../../session/session-store.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import type { RowChoice } from '../../../ui/list/row-choice.tsx'
import { RowButton, RowTable } from '../../../ui/list/row-table.tsx'
import { nameOfRole } from '../../../ui/permissions/name-of-role.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PersonName } from '../person-name.tsx'
import { PersonStatus } from '../person-status.tsx'
import { ChoiceBar } from './choice-bar.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { useTakeOut } from './use-take-out.ts'
import { whyKept } from './why-kept.ts'

/** A place in a list: its `id` is that of the person. */
export type PlaceRow = WorkspaceUser & { id: string }

const UNLINK = 'workspace:unlink-user'

interface WorkspaceUserTableProps {
  places: readonly PlaceRow[]
  /** What the person holds in the workspace. */
  held: readonly string[]
  /** The ids of those who are chosen. */
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onRemove: (places: readonly PlaceRow[]) => void
}

/** People of a workspace as rows. What can be done with each, the server says; several are removed at once. */
export function WorkspaceUserTable(props: WorkspaceUserTableProps) {
  const { places, held, onChoose, onRemove } = props
  const { t } = useTranslation('people')
  const self = useSessionStore((state) => state.user)
  const [changing, setChanging] = useState<PlaceRow>()
  const remove = useTakeOut()
  const choice = usePlaceChoice(props)
  const choosable = places.filter((place) => choice?.whyNot(place) === undefined)
  // Who left the page meanwhile, or is out of reach by now, is not chosen any more.
  const chosen = choosable.filter(({ id }) => choice?.chosen.has(id))
  return (
    <>
      {choice && choosable.length > 0 ? (
        <ChoiceBar
          count={chosen.length}
          onClear={() => onChoose(new Set())}
          onRemove={() => onRemove(chosen)}
        />
      ) : null}
      <RowTable
        label={t('places.list')}
        choice={choice}
        minWidth={640}
        rows={places}
        name={{
          head: t('column.user'),
          cell: (row) => (
            <PersonName user={row.user} isOrgOwner={row.isOrgOwner} isSelf={row.userId === self?.id} />
          ),
        }}
        columns={[
          { head: t('column.role'), cell: ({ role }) => nameOfRole(role.name), staysNarrow: true },
          {
            head: t('column.status'),
            cell: ({ status }) => <PersonStatus status={status} />,
            staysNarrow: true,
          },
          {
            head: t('column.lastLogin'),
            cell: ({ lastLogin }) => (lastLogin ? <RelativeTime time={lastLogin} /> : t('never')),
          },
        ]}
        actions={(row) => (
          <>
            <RowButton
              does="change"
              may={row.may?.change}
              label={t('places.change', { name: row.user.name })}
              onClick={() => setChanging(row)}
            />
            <RowButton
              does="delete"
              may={row.may?.delete}
              label={t('places.remove.label', { name: row.user.name })}
              onClick={() => void remove(row)}
            />
          </>
        )}
      />
      {changing ? <PlaceDialog held={held} place={changing} onClose={() => setChanging(undefined)} /> : null}
    </>
  )
}

/** Who may be chosen to be removed together; undefined for whoever removes nobody here. */
function usePlaceChoice({
  held,
  chosen,
  onChoose,
}: WorkspaceUserTableProps): RowChoice<PlaceRow> | undefined {
  const { t } = useTranslation('people')
  const selfId = useSessionStore(({ user }) => user?.id)
  const mayRemove = useIsShown({ permission: UNLINK })
  if (!mayRemove || !held.includes(UNLINK)) return undefined
  return {
    chosen,
    onChange: onChoose,
    allLabel: t('places.together.all'),
    label: ({ user }) => t('places.together.one', { name: user.name || user.email }),
    whyNot: (place) => {
      const why = whyKept(place, selfId)
      return why && t(`places.together.kept.${why}`)
    },
  }
}
