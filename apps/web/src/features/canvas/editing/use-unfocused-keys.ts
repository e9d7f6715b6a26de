import { useEffect, useRef } from 'react'
import { handleCanvasKey, isBehindDialog, type KeyContext } from './canvas-keys.ts'

/** Keys pressed while nothing has the focus, as after the deletion of what had it, are meant for the canvas. */
export function useUnfocusedKeys(context: KeyContext): void {
  const latest = useRef(context)
  latest.current = context
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.target === document.body && !isBehindDialog()) handleCanvasKey(event, latest.current)
    }
    // Before an open dialog hears of the key: Escape must not close what lies behind it as well.
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
