import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ShownUsage } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { flowPath } from '../../app/flow-path.ts'
import { Dialog } from '../dialog.tsx'
import './usage.css'

interface UsageCellProps {
  /** What is used. */
  name: string
  usage: ShownUsage | undefined
}

/** How many flows use a thing; a click names them. */
export function UsageCell({ name, usage }: UsageCellProps) {
  const { t } = useTranslation('usage')
  const [isOpen, dialog] = useDisclosure(false)
  if (usage === undefined || usage.total === 0) {
    return (
      <span className="unused">
        <span className="narrow-only-word">{t('column')} </span>
        {t('none')}
      </span>
    )
  }
  const { total: count } = usage
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className="usage-button"
        aria-label={t('uses', { count, name })}
        onClick={dialog.open}
      >
        {t('flows', { count })}
      </Button>
      {isOpen ? <UsageDialog name={name} usage={usage} onClose={dialog.close} /> : null}
    </>
  )
}

function UsageDialog({ name, usage, onClose }: UsageCellProps & { usage: ShownUsage; onClose: () => void }) {
  const { t } = useTranslation('usage')
  const more = usage.total - usage.flows.length
  return (
    <Dialog title={t('title', { name })} onClose={onClose}>
      <ul className="using-flows">
        {usage.flows.map((flow) => (
          <li key={flow.id}>
            <Link to={flowPath(flow)} params={{ id: flow.id }} className="row-link">
              {flow.name}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 ? <Text c="dimmed">{t('hidden', { count: more })}</Text> : null}
    </Dialog>
  )
}
