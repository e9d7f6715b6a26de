import { RunStrip } from '../../run-state/run-strip.tsx'
import { useCanvasSession } from '../session/canvas-session.ts'
import type { PanelProps } from './panel-entry.ts'
import { usePanelHost } from './panel-host.ts'

/** The steps of the run on the screen. */
export function StepsPanel({ onClose }: PanelProps) {
  const { run } = useCanvasSession()
  const { showNode } = usePanelHost()
  return <RunStrip run={run} onShowNode={showNode} onClose={onClose} />
}
