import { useReactFlow } from '@xyflow/react'
import { type RefObject, useCallback, useEffect } from 'react'
import { focusCard } from '../editing/focus-places.ts'
import { cardRects } from '../layout/card-rects.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { inspect, select } from '../session/editor-store.ts'
import { afterLayout } from './after-layout.ts'

const LARGEST_ZOOM = 1
/** Below this, cards cannot be read. */
const LEAST_ZOOM = 0.5
/** What stays free around a card, in pixels of the screen. */
const MARGIN = 24

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

/**
 * Keeps the card of the opened form in sight: its form may take the room where it stood. The view moves by as little
 * as is needed. `ground` is the element that shows the canvas.
 */
export function useUncoverInspected(ground: RefObject<HTMLElement | null>): void {
  const { editor, find } = useCanvasSession()
  const inspected = useEditor((state) => state.inspected)
  const { getViewport, setViewport, flowToScreenPosition } = useReactFlow()
  const uncover = useCallback(
    (nodeId: string) => {
      const rect = cardRects(editor.getState().document, find).find(({ id }) => id === nodeId)
      const box = ground.current?.getBoundingClientRect()
      if (!rect || !box) return
      const start = flowToScreenPosition(rect)
      const end = flowToScreenPosition({ x: rect.x + rect.width, y: rect.y + rect.height })
      const x = missing({ start: start.x, end: end.x }, { start: box.left, end: box.right })
      const y = missing({ start: start.y, end: end.y }, { start: box.top, end: box.bottom })
      const viewport = getViewport()
      if (x !== 0 || y !== 0) void setViewport({ ...viewport, x: viewport.x + x, y: viewport.y + y })
    },
    [editor, find, ground, getViewport, setViewport, flowToScreenPosition],
  )
  useEffect(() => {
    if (inspected !== undefined) afterLayout(() => uncover(inspected))
  }, [inspected, uncover])
}

interface Span {
  start: number
  end: number
}

/** How far a span must move to lie inside of another one; one that is too long begins where that begins. */
function missing(span: Span, room: Span): number {
  const [least, most] = [room.start + MARGIN, room.end - MARGIN]
  if (span.start < least || span.end - span.start > most - least) return least - span.start
  return Math.min(0, most - span.end)
}

/** Brings a node into the middle of the view, selects it and gives its card the focus. */
export function useGoToNode(): (nodeId: string) => void {
  const { editor, find } = useCanvasSession()
  const { setCenter, getZoom } = useReactFlow()
  return useCallback(
    (nodeId: string) => {
      const rect = cardRects(editor.getState().document, find).find(({ id }) => id === nodeId)
      if (!rect) return
      select(editor, [nodeId])
      const zoom = Math.max(getZoom(), LEAST_ZOOM)
      void setCenter(rect.x + rect.width / 2, rect.y + rect.height / 2, { zoom })
      focusCard(nodeId)
    },
    [editor, find, setCenter, getZoom],
  )
}
