import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useProblemText } from '../../../i18n/use-problem-text.ts'
import { useCanvasSession } from '../session/canvas-session.ts'

/** Says on the card of a node that it cannot run, and why. */
export function FaultBadge({ nodeId }: { nodeId: string }) {
  const { t } = useTranslation('canvas')
  const textOf = useProblemText()
  const fault = useStore(useCanvasSession().faults, (faults) => faults.get(nodeId))
  if (fault === undefined) return null
  const text = t('node.fault', { reason: textOf(fault) })
  return (
    <span className="node-card-fault" role="img" aria-label={text} title={text}>
      <IconAlertCircle size={18} stroke={1.8} aria-hidden />
    </span>
  )
}
