import { ActionIcon, Table } from '@mantine/core'
import type { Execution } from '@runnel/contract'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../session/shown-if.tsx'
import { formatDuration } from '../../ui/format-time.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TablePanel } from '../../ui/table-panel.tsx'
import { ExecutionState } from './execution-state.tsx'
import './executions.css'
import { useDeleteExecution } from './use-delete-execution.ts'

/** Runs as rows; the name leads to the page of the run. */
export function ExecutionTable({ executions }: { executions: readonly Execution[] }) {
  const { t, i18n } = useTranslation('executions')
  const remove = useDeleteExecution()
  return (
    <TablePanel label={t('title')} minWidth={680}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('column.flow')}</Table.Th>
          <Table.Th>{t('column.state')}</Table.Th>
          <Table.Th className="wide-only">{t('column.session')}</Table.Th>
          <Table.Th className="wide-only" ta="right">
            {t('column.duration')}
          </Table.Th>
          <Table.Th className="wide-only">{t('column.started')}</Table.Th>
          <Table.Th className="row-actions">
            <span className="visually-hidden">{t('column.actions')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {executions.map((run) => (
          <Table.Tr key={run.id}>
            <Table.Td>
              <Link to="/executions/$id" params={{ id: run.id }} className="row-link">
                {run.agentflow?.name ?? t('unnamedFlow')}
              </Link>
              <span className="narrow-only run-time">
                <RelativeTime time={run.createdDate} />
              </span>
            </Table.Td>
            <Table.Td>
              <ExecutionState state={run.state} />
            </Table.Td>
            <Table.Td className="session-cell wide-only" title={run.sessionId}>
              {run.sessionId}
            </Table.Td>
            <Table.Td className="duration-cell wide-only" ta="right">
              {run.durationMs == null ? '–' : formatDuration(run.durationMs, i18n.language)}
            </Table.Td>
            <Table.Td className="wide-only">
              <RelativeTime time={run.createdDate} />
            </Table.Td>
            <Table.Td className="row-actions">
              <ShownIf permission="executions:delete">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('delete.label', { name: run.agentflow?.name ?? run.id })}
                  onClick={() => void remove(run)}
                >
                  <IconTrash size={17} stroke={1.8} />
                </ActionIcon>
              </ShownIf>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TablePanel>
  )
}
