import { Table } from '@mantine/core'
import type { Chatflow } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { flowPath } from '../../app/flow-path.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TablePanel } from '../../ui/table-panel.tsx'
import type { FlowListKind } from './flow-kind.ts'
import { FlowMenu } from './flow-menu.tsx'
import { KindBadge } from './kind-badge.tsx'
import { NodeIcons } from './node-icons.tsx'

/** Flows as rows. */
export function FlowTable({ kind, flows }: { kind: FlowListKind; flows: readonly Chatflow[] }) {
  const { t } = useTranslation('flows')
  return (
    <TablePanel label={t(`${kind}.title`)} minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('column.name')}</Table.Th>
          <Table.Th>{t('column.kind')}</Table.Th>
          <Table.Th>{t('column.nodes')}</Table.Th>
          <Table.Th>{t('column.updated')}</Table.Th>
          <Table.Th className="row-actions">
            <span className="visually-hidden">{t('column.actions')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {flows.map((flow) => (
          <Table.Tr key={flow.id}>
            <Table.Td>
              <Link to={flowPath(flow)} params={{ id: flow.id }} className="row-link">
                {flow.name}
              </Link>
            </Table.Td>
            <Table.Td>
              <KindBadge flow={flow} />
            </Table.Td>
            <Table.Td>
              <NodeIcons types={flow.nodeTypes ?? []} atMost={5} />
            </Table.Td>
            <Table.Td>
              <RelativeTime time={flow.updatedDate} />
            </Table.Td>
            <Table.Td className="row-actions">
              <FlowMenu kind={kind} flow={flow} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TablePanel>
  )
}
