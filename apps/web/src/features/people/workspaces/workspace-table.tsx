import { Badge } from '@mantine/core'
import type { Workspace } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../../../session/session-store.ts'
import { switchWorkspace } from '../../../session/switch-workspace.ts'
import { RowButton, RowTable } from '../../../ui/list/row-table.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import '../people.css'
import { DeleteWorkspaceDialog } from './delete-workspace-dialog.tsx'
import { WorkspaceDialog } from './workspace-dialog.tsx'

/** Workspaces as rows. */
export function WorkspaceTable({ workspaces }: { workspaces: readonly Workspace[] }) {
  const { t } = useTranslation('people')
  const user = useSessionStore((state) => state.user)
  const [changing, setChanging] = useState<Workspace>()
  const [deleting, setDeleting] = useState<Workspace>()
  const mayEnter = ({ id, isOwn }: Workspace) => id !== user?.activeWorkspaceId && isOwn === true
  return (
    <>
      <RowTable
        label={t('workspaces.title')}
        minWidth={680}
        rows={workspaces}
        name={{
          head: t('column.workspace'),
          cell: ({ id, name, description }) => (
            <>
              <span className="role-name">
                <span>{name}</span>
                {id === user?.activeWorkspaceId ? (
                  <Badge variant="light" size="sm">
                    {t('workspaces.active')}
                  </Badge>
                ) : null}
              </span>
              <span className="role-description">{description}</span>
            </>
          ),
        }}
        columns={[
          {
            head: t('column.people'),
            cell: ({ id, name, userCount, may }) =>
              may?.see ? (
                <Link to="/workspace-users/$id" params={{ id }} className="link-like">
                  {t('userCount', { count: userCount ?? 0 })}
                  <span className="visually-hidden"> {name}</span>
                </Link>
              ) : (
                t('userCount', { count: userCount ?? 0 })
              ),
            staysNarrow: true,
          },
          { head: t('column.updated'), cell: ({ updatedDate }) => <RelativeTime time={updatedDate} /> },
        ]}
        actions={(row) => (
          <>
            {mayEnter(row) ? (
              <RowButton
                does="switch"
                permission="workspace:view"
                label={t('workspaces.enter', { name: row.name })}
                onClick={() => void switchWorkspace(row.id)}
              />
            ) : null}
            <RowButton
              does="change"
              may={row.may?.change}
              label={t('workspaces.change', { name: row.name })}
              onClick={() => setChanging(row)}
            />
            <RowButton
              does="delete"
              may={row.may?.delete}
              label={t('workspaces.delete.label', { name: row.name })}
              onClick={() => setDeleting(row)}
            />
          </>
        )}
      />
      {deleting ? (
        <DeleteWorkspaceDialog workspace={deleting} onClose={() => setDeleting(undefined)} />
      ) : null}
      {changing ? <WorkspaceDialog workspace={changing} onClose={() => setChanging(undefined)} /> : null}
    </>
  )
}
