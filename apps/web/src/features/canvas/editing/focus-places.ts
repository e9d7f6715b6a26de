const MOST_FRAMES = 60

/** Gives the focus to a card. One outside of the view is not drawn: it is waited for, up to a second. */
export function focusCard(nodeId: string): void {
  focusWhenDrawn(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`)
}

/** Gives the focus to the form of a node, once it stands. */
export function focusForm(): void {
  focusWhenDrawn('.inspector')
}

/** Whoever goes on by key or pointer before it stands is not called back. */
function focusWhenDrawn(selector: string): void {
  const waiting = new AbortController()
  const stop = () => waiting.abort()
  for (const type of ['keydown', 'pointerdown']) {
    window.addEventListener(type, stop, { capture: true, signal: waiting.signal })
  }
  const look = (framesLeft: number) =>
    requestAnimationFrame(() => {
      if (waiting.signal.aborted) return
      const element = document.querySelector<HTMLElement>(selector)
      if (!element && framesLeft > 0) look(framesLeft - 1)
      else {
        element?.focus()
        stop()
      }
    })
  look(MOST_FRAMES)
}
