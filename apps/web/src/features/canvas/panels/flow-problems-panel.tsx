import { ProblemsPanel } from '../../problems/problems-panel.tsx'
import { useEditor } from '../session/canvas-session.ts'
import type { PanelProps } from './panel-entry.ts'
import { usePanelHost } from './panel-host.ts'
import { useLabelOf } from './use-label-of.ts'

/** What is wrong with the flow on the screen. */
export function FlowProblemsPanel({ onClose }: PanelProps) {
  const { problems, repairs, dismissRepairs, showNode } = usePanelHost()
  const isReadOnly = useEditor((state) => state.isReadOnly)
  return (
    <ProblemsPanel
      problems={problems}
      repairs={repairs}
      onDismissRepairs={isReadOnly ? undefined : dismissRepairs}
      labelOf={useLabelOf()}
      onShowNode={showNode}
      onClose={onClose}
    />
  )
}
