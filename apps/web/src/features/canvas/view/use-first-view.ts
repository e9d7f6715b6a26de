import type { ReactFlowInstance } from '@xyflow/react'
import { useCallback } from 'react'
import { cardRects } from '../layout/card-rects.ts'
import { boundsOf, fittingView, isAnySeen, isInside } from '../layout/view-bounds.ts'
import { useCanvasSession } from '../session/canvas-session.ts'
import type { CanvasEdge, CanvasNode } from './draw-flow.ts'

const LARGEST_ZOOM = 1

/**
 * A flow opens in the view that was saved with it, perhaps on another screen. One that can be read as a whole is shown
 * as a whole, and so is one of which that view shows nothing here. `leastZoom` is where its cards can still be read.
 */
export function useFirstView(leastZoom: number) {
  const { editor, find } = useCanvasSession()
  return useCallback(
    ({ getViewport, setViewport }: ReactFlowInstance<CanvasNode, CanvasEdge>) => {
      const { viewport, document } = editor.getState()
      const ground = window.document.querySelector('.react-flow')
      if (viewport === undefined || ground === null || document.nodes.length === 0) return
      const cards = cardRects(document, find)
      const bounds = boundsOf(cards)
      if (isInside(bounds, getViewport(), ground)) return
      const fitting = fittingView(bounds, ground, LARGEST_ZOOM)
      if (fitting.zoom >= leastZoom || !isAnySeen(cards, getViewport(), ground)) void setViewport(fitting)
    },
    [editor, find, leastZoom],
  )
}
