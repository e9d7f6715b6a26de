import { useReactFlow } from '@xyflow/react'
import { useCallback } from 'react'
import { useCanvasSession } from './canvas-session.ts'
import { inspect } from './editor-store.ts'

const LARGEST_ZOOM = 1

/** Brings a node into view and opens its form. `before` makes room for it. */
export function useShowNode(before?: () => void): (nodeId: string) => void {
  const { editor } = useCanvasSession()
  const { fitView, getZoom } = useReactFlow()
  return useCallback(
    (nodeId: string) => {
      before?.()
      inspect(editor, nodeId)
      const zoom = Math.min(getZoom(), LARGEST_ZOOM)
      void fitView({ nodes: [{ id: nodeId }], minZoom: zoom, maxZoom: zoom })
    },
    [before, editor, fitView, getZoom],
  )
}
