const MOST_FRAMES = 60

/** Gives the focus to a card. One outside of the view is not drawn: it is waited for, up to a second. */
export function focusCard(nodeId: string): void {
  focusWhenDrawn(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`)
}

/** Gives the focus to the form of a node, once it stands. */
export function focusForm(): void {
  focusWhenDrawn('.inspector')
}

/** Gives the focus to the button that opens and closes a panel; to the canvas for a panel without one. */
export function focusPanelButton(panel: string): void {
  focusWhenDrawn(`[data-panel="${panel}"], .canvas-body`)
}

/** Gives the focus to the canvas as a whole: its keys work from there. */
export function focusCanvas(): void {
  focusWhenDrawn('.canvas-body')
}

/** After a deletion: to the card beside, else to the canvas. */
export function focusAfterDeletion(neighbour: string | undefined): void {
  if (neighbour === undefined) focusCanvas()
  else focusCard(neighbour)
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
