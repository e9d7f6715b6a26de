import type { McpServer } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { RowButton, RowTable } from '../../ui/list/row-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { UsageCell } from '../../ui/usage/usage-cell.tsx'
import { ServerState } from './server-state.tsx'
import './mcp-servers.css'
import { useConnectServer } from './use-connect-server.ts'
import { useDeleteServer } from './use-delete-server.ts'

interface ServerTableProps {
  servers: readonly McpServer[]
  onOpen: (id: string) => void
}

/** MCP servers as rows. */
export function ServerTable({ servers, onOpen }: ServerTableProps) {
  const { t } = useTranslation(['mcp-servers', 'usage'])
  const remove = useDeleteServer()
  const connect = useConnectServer()
  return (
    <RowTable
      label={t('title')}
      minWidth={760}
      rows={servers}
      name={{
        head: t('column.name'),
        cell: ({ name, serverUrl }) => (
          <>
            <span className="server-name">{name}</span>
            <span className="server-place">{new URL(serverUrl).host}</span>
          </>
        ),
      }}
      columns={[
        { head: t('column.state'), cell: ({ status }) => <ServerState status={status} />, staysNarrow: true },
        { head: t('column.tools'), cell: ({ toolCount }) => toolCount, staysNarrow: true },
        {
          head: t('usage:column'),
          cell: ({ name, usedBy }) => <UsageCell name={name} usage={usedBy} />,
          staysNarrow: true,
        },
        { head: t('column.updated'), cell: ({ updatedDate }) => <RelativeTime time={updatedDate} /> },
      ]}
      actions={(server) => (
        <>
          <RowButton
            does="test"
            permission="tools:update"
            label={t('connect', { name: server.name })}
            isBusy={connect.isPending && connect.variables.id === server.id}
            onClick={() => connect.mutate(server)}
          />
          <RowButton
            does="change"
            permission="tools:update"
            label={t('change', { name: server.name })}
            onClick={() => onOpen(server.id)}
          />
          <RowButton
            does="delete"
            permission="tools:delete"
            label={t('delete.label', { name: server.name })}
            onClick={() => void remove(server)}
          />
        </>
      )}
    />
  )
}
