import type { WorkspaceUser } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../../../session/session-store.ts'
import { RowButton, RowTable } from '../../../ui/list/row-table.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PersonName } from '../person-name.tsx'
import { PersonStatus } from '../person-status.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { useTakeOut } from './use-take-out.ts'

type PlaceRow = WorkspaceUser & { id: string }

interface WorkspaceUserTableProps {
  places: readonly PlaceRow[]
  /** What the person holds in the workspace. */
  held: readonly string[]
}

/** People of a workspace as rows. What can be done with each, the server says. */
export function WorkspaceUserTable({ places, held }: WorkspaceUserTableProps) {
  const { t } = useTranslation('people')
  const self = useSessionStore((state) => state.user)
  const [changing, setChanging] = useState<PlaceRow>()
  const remove = useTakeOut()
  return (
    <>
      <RowTable
        label={t('places.list')}
        minWidth={640}
        rows={places}
        name={{
          head: t('column.user'),
          cell: (row) => (
            <PersonName user={row.user} isOrgOwner={row.isOrgOwner} isSelf={row.userId === self?.id} />
          ),
        }}
        columns={[
          { head: t('column.role'), cell: ({ role }) => role.name, staysNarrow: true },
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
      {changing ? (
        <PlaceDialog
          workspaceId={changing.workspaceId}
          held={held}
          place={changing}
          onClose={() => setChanging(undefined)}
        />
      ) : null}
    </>
  )
}
