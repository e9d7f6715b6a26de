import { useReactFlow, type Viewport } from '@xyflow/react'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { cardRects } from '../layout/card-rects.ts'
import { boundsOf, fittingView, isInside } from '../layout/view-bounds.ts'
import { useCanvasSession } from '../session/canvas-session.ts'

/** A panel opens within this time, in milliseconds: its texts may have to be fetched. */
const OPENING_MS = 2_000

/**
 * Call it before a panel takes room from the canvas: a flow that was seen as a whole is then fitted into what is left.
 * A view that shows a part only is the person's own and stays. `ground` is the element that shows the canvas.
 */
export function useKeepInView(ground: RefObject<HTMLElement | null>): () => void {
  const { editor, find } = useCanvasSession()
  const { setViewport, getViewport } = useReactFlow()
  const opening = useRef<Opening>(undefined)
  const whole = useCallback(() => boundsOf(cardRects(editor.getState().document, find)), [editor, find])
  useEffect(() => {
    const element = ground.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { current } = opening
      if (current === undefined || performance.now() > current.until) return
      // The panel may find its size in steps: each begins with the view of before.
      const { viewport } = current
      const isSeen = isInside(whole(), viewport, element)
      void setViewport(isSeen ? viewport : fittingView(whole(), element, viewport.zoom))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ground, whole, setViewport])
  return useCallback(() => {
    const viewport = getViewport()
    const isWhole = ground.current !== null && isInside(whole(), viewport, ground.current)
    opening.current = isWhole ? { until: performance.now() + OPENING_MS, viewport } : undefined
  }, [ground, whole, getViewport])
}

/** A panel that is being opened, and the view that the flow was seen as a whole in. */
interface Opening {
  until: number
  viewport: Viewport
}
