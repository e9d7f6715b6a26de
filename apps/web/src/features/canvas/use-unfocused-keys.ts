import { useEffect } from 'react'
import { handleCanvasKey, type KeyContext } from './canvas-keys.ts'

/** Keys pressed while nothing has the focus, as after the deletion of what had it, are meant for the canvas. */
export function useUnfocusedKeys({ editor, find }: KeyContext): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.target === document.body) handleCanvasKey(event, { editor, find })
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [editor, find])
}
