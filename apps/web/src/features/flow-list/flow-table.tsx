import type { Chatflow } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { flowPath } from '../../app/flow-path.ts'
import { RowTable } from '../../ui/list/row-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { FlowListKind } from './flow-kind.ts'
import { FlowMenu } from './flow-menu.tsx'
import { KindBadge } from './kind-badge.tsx'
import { NodeIcons } from './node-icons.tsx'

/** Flows as rows. */
export function FlowTable({ kind, flows }: { kind: FlowListKind; flows: readonly Chatflow[] }) {
  const { t } = useTranslation('flows')
  return (
    <RowTable
      label={t(`${kind}.title`)}
      minWidth={640}
      rows={flows}
      name={{
        head: t('column.name'),
        cell: (flow) => (
          <Link to={flowPath(flow)} params={{ id: flow.id }} className="row-link">
            {flow.name}
          </Link>
        ),
      }}
      columns={[
        { head: t('column.kind'), cell: (flow) => <KindBadge flow={flow} />, staysNarrow: true },
        {
          head: t('column.nodes'),
          cell: ({ nodeTypes = [] }) => <NodeIcons types={nodeTypes} atMost={5} />,
          staysNarrow: true,
        },
        {
          head: t('column.updated'),
          cell: ({ updatedDate }) => <RelativeTime time={updatedDate} />,
          staysNarrow: true,
        },
      ]}
      actions={(flow) => <FlowMenu kind={kind} flow={flow} />}
    />
  )
}
