import { useStore as useFlowStore } from '@xyflow/react'
import type { CSSProperties } from 'react'

/** Between two dots, in units of the canvas. */
const GAP = 20
const RADIUS = 0.75
/** Dots come no nearer to each other than this, in pixels: far away only every second one is shown, then every fourth …. */
const LEAST_GAP = 12

/** The part of a way that is left when whole steps are taken off, whichever direction it goes. */
const within = (way: number, step: number) => ((way % step) + step) % step

/**
 * The dots of the ground. They are moved, and drawn anew only when the zoom changes: what is drawn anew while the canvas is
 * dragged makes the browser put all cards together again in each frame.
 */
export function CanvasDots() {
  const x = useFlowStore((state) => state.transform[0])
  const y = useFlowStore((state) => state.transform[1])
  const zoom = useFlowStore((state) => state.transform[2])
  const near = GAP * zoom
  const gap = near * 2 ** Math.max(0, Math.ceil(Math.log2(LEAST_GAP / near)))
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--gap': `${gap}px`,
    '--radius': `${Math.max(0.5, RADIUS * zoom)}px`,
    transform: `translate(${within(x, gap)}px, ${within(y, gap)}px)`,
  }
  return <div className="canvas-dots" style={style} aria-hidden />
}
