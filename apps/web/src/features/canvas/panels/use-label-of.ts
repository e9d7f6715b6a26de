import { useCallback } from 'react'
import { useCanvasSession } from '../session/canvas-session.ts'

/** How a node is called; undefined for one that is not there. */
export function useLabelOf(): (nodeId: string) => string | undefined {
  const { editor } = useCanvasSession()
  return useCallback(
    (nodeId) => editor.getState().document.nodes.find(({ id }) => id === nodeId)?.label,
    [editor],
  )
}
