const MOST_FRAMES = 60

/** Gives the focus to a card. One outside of the view is not drawn: it is waited for, up to a second. */
export function focusCard(nodeId: string): void {
  focusWhenDrawn(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`, MOST_FRAMES)
}

/** Gives the focus to the form of a node, once it stands. */
export function focusForm(): void {
  focusWhenDrawn('.inspector', MOST_FRAMES)
}

function focusWhenDrawn(selector: string, frames: number): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector)
    if (element) element.focus()
    else if (frames > 0) focusWhenDrawn(selector, frames - 1)
  })
}
