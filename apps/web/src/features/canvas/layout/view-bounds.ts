import { getViewportForBounds, type Viewport } from '@xyflow/react'
import type { CardRect } from './card-rects.ts'

/** The zoom that the canvas allows. */
export const ZOOM = { least: 0.1, most: 2 } as const
const PADDING = 0.08

/** A part of the canvas. */
export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

/** The size of what shows the canvas, in pixels. */
export type ViewSize = Pick<Element, 'clientWidth' | 'clientHeight'>

/** What all cards take together. */
export function boundsOf(rects: readonly CardRect[]): Bounds {
  const x = Math.min(...rects.map((rect) => rect.x))
  const y = Math.min(...rects.map((rect) => rect.y))
  const width = Math.max(...rects.map((rect) => rect.x + rect.width)) - x
  const height = Math.max(...rects.map((rect) => rect.y + rect.height)) - y
  return { x, y, width, height }
}

/** True when all of it is seen. */
export function isInside({ x, y, width, height }: Bounds, view: Viewport, size: ViewSize): boolean {
  return (
    x * view.zoom + view.x >= 0 &&
    y * view.zoom + view.y >= 0 &&
    (x + width) * view.zoom + view.x <= size.clientWidth &&
    (y + height) * view.zoom + view.y <= size.clientHeight
  )
}

/** True when the middle of some card is seen. */
export function isAnySeen(rects: readonly Bounds[], { x, y, zoom }: Viewport, size: ViewSize): boolean {
  return rects.some((rect) => {
    const left = (rect.x + rect.width / 2) * zoom + x
    const top = (rect.y + rect.height / 2) * zoom + y
    return left >= 0 && top >= 0 && left <= size.clientWidth && top <= size.clientHeight
  })
}

/** The view that shows all of it, not larger than `mostZoom`. */
export function fittingView(bounds: Bounds, size: ViewSize, mostZoom: number): Viewport {
  return getViewportForBounds(bounds, size.clientWidth, size.clientHeight, ZOOM.least, mostZoom, PADDING)
}
