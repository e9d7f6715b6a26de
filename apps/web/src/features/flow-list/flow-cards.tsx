import type { Chatflow } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { flowPath } from '../../app/flow-path.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { FlowListKind } from './flow-kind.ts'
import { FlowMenu } from './flow-menu.tsx'
import { KindBadge } from './kind-badge.tsx'
import { NodeIcons } from './node-icons.tsx'

/** Flows as cards; the whole card opens the flow, its menu stands beside. */
export function FlowCards({ kind, flows }: { kind: FlowListKind; flows: readonly Chatflow[] }) {
  const { t } = useTranslation('flows')
  return (
    <ul className="card-grid" aria-label={t(`${kind}.title`)}>
      {flows.map((flow) => (
        <li key={flow.id} className="flow-card">
          <div className="flow-card-head">
            <Link to={flowPath(flow)} params={{ id: flow.id }} className="flow-card-link">
              {flow.name}
            </Link>
            <FlowMenu kind={kind} flow={flow} />
          </div>
          <div className="flow-card-facts">
            <KindBadge flow={flow} />
            {flow.nodeCount === undefined ? null : <span>{t('nodes', { count: flow.nodeCount })}</span>}
          </div>
          <div className="flow-card-foot">
            <NodeIcons types={flow.nodeTypes ?? []} atMost={5} />
            <RelativeTime time={flow.updatedDate} />
          </div>
        </li>
      ))}
    </ul>
  )
}
