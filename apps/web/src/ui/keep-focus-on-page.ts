/** React takes a row away some frames after the list came without it; a second is more than it needs. */
const MOST_FRAMES = 60

/**
 * After a deletion that takes the focus with it, now or as soon as the list is drawn anew: the focus goes to the content
 * of the page, so that keys and screen readers go on there. Whoever goes on by key or pointer is left alone.
 */
export function keepFocusOnPage(): void {
  const waiting = new AbortController()
  const stop = () => waiting.abort()
  for (const type of ['keydown', 'pointerdown']) {
    window.addEventListener(type, stop, { capture: true, signal: waiting.signal })
  }
  const look = (framesLeft: number) =>
    requestAnimationFrame(() => {
      if (waiting.signal.aborted) return
      const active = document.activeElement
      const isLost = active === null || active === document.body
      if (isLost) document.querySelector('main')?.focus({ preventScroll: true })
      if (isLost || framesLeft === 0) stop()
      else look(framesLeft - 1)
    })
  look(MOST_FRAMES)
}
