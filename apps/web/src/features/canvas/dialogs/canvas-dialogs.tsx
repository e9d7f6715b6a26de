import { useGoToNode } from '../view/use-show-node.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { NodeFinder } from './node-finder.tsx'
import type { CanvasQuestion } from './use-canvas-questions.ts'

interface CanvasDialogsProps {
  question: CanvasQuestion | undefined
  onClose: () => void
}

/** What the canvas asks for: which node to go to, or what to connect a node to. */
export function CanvasDialogs({ question, onClose }: CanvasDialogsProps) {
  const goToNode = useGoToNode()
  if (question === undefined) return null
  if (question.kind === 'find') return <NodeFinder onGo={goToNode} onClose={onClose} />
  return <ConnectDialog sourceId={question.nodeId} onClose={onClose} />
}
