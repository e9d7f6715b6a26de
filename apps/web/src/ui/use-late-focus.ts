import { type RefObject, useEffect } from 'react'

/**
 * Gives the focus to the field that asks for it (`data-autofocus`) when the content of an open dialog comes later than
 * the dialog itself. Whoever uses key or pointer meanwhile is not called back.
 */
export function useLateFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = content
    if (current === null || current.querySelector('[data-autofocus]')) return
    const observer = new MutationObserver(() => {
      const wanted = current.querySelector<HTMLElement>('[data-autofocus]')
      if (wanted === null) return
      stop()
      wanted.focus()
    })
    const waiting = new AbortController()
    const stop = () => {
      observer.disconnect()
      waiting.abort()
    }
    for (const type of ['keydown', 'pointerdown']) {
      window.addEventListener(type, stop, { capture: true, signal: waiting.signal })
    }
    observer.observe(current, { childList: true, subtree: true })
    return stop
  }, [content])
}
