import { useReactFlow } from '@xyflow/react'
import { type RefObject, useCallback } from 'react'
import { useCanvasSession } from './canvas-session.ts'
import { cardRects } from './card-rects.ts'
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

/** Brings a node into view if it lies outside of it. `ground` is the element that shows the canvas. */
export function useRevealNode(ground: RefObject<HTMLElement | null>): (nodeId: string) => void {
  const { editor, find } = useCanvasSession()
  const { setCenter, getZoom, flowToScreenPosition } = useReactFlow()
  return useCallback(
    (nodeId: string) => {
      const rect = cardRects(editor.getState().document, find).find(({ id }) => id === nodeId)
      const box = ground.current?.getBoundingClientRect()
      if (!rect || !box) return
      const start = flowToScreenPosition(rect)
      const end = flowToScreenPosition({ x: rect.x + rect.width, y: rect.y + rect.height })
      const isSeen = start.x >= box.left && end.x <= box.right && start.y >= box.top && end.y <= box.bottom
      if (isSeen) return
      void setCenter(rect.x + rect.width / 2, rect.y + rect.height / 2, { zoom: getZoom() })
    },
    [editor, find, ground, setCenter, getZoom, flowToScreenPosition],
  )
}
