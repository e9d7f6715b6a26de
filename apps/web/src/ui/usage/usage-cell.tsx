import { Text } from '@mantine/core'
import type { ShownUsage } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { flowPath } from '../../app/flow-path.ts'
import { UsageCount } from './usage-count.tsx'

const none: ShownUsage = { flows: [], total: 0 }

interface UsageCellProps {
  /** What is used. */
  name: string
  usage: ShownUsage | undefined
}

/** How many flows use a thing; a click names them. */
export function UsageCell({ name, usage: { flows, total } = none }: UsageCellProps) {
  const { t } = useTranslation('usage')
  const more = total - flows.length
  return (
    <UsageCount name={name} count={total}>
      <ul className="using-flows">
        {flows.map((flow) => (
          <li key={flow.id}>
            <Link to={flowPath(flow)} params={{ id: flow.id }} className="row-link">
              {flow.name}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 ? <Text c="dimmed">{t('hidden', { count: more })}</Text> : null}
    </UsageCount>
  )
}
