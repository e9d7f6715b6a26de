import { useEffect, useRef } from 'react'
import { handleCanvasKey, type KeyContext } from './canvas-keys.ts'

/** Keys pressed while nothing has the focus, as after the deletion of what had it, are meant for the canvas. */
export function useUnfocusedKeys(context: KeyContext): void {
  const latest = useRef(context)
  latest.current = context
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.target === document.body) handleCanvasKey(event, latest.current)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
