import { useEffect, useRef } from 'react'
import { handleCanvasKey, isBehindDialog, type KeyContext } from './canvas-keys.ts'

/** A button takes no letters: those pressed on one above the canvas, where a closed panel leaves the focus, go on to it. */
function isMeantForCanvas({ target, key }: KeyboardEvent): boolean {
  if (target === document.body) return true
  return target instanceof HTMLButtonElement && target.closest('header') !== null && /^[a-z]$/.test(key)
}

/** Keys pressed while nothing has the focus, as after the deletion of what had it, are meant for the canvas. */
export function useUnfocusedKeys(context: KeyContext): void {
  const latest = useRef(context)
  latest.current = context
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isMeantForCanvas(event) && !isBehindDialog()) handleCanvasKey(event, latest.current)
    }
    // Before an open dialog hears of the key: Escape must not close what lies behind it as well.
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
