let last: HTMLElement | undefined

/** What had the focus when it was barred, as a button is while it sends; undefined once somebody went on elsewhere. */
export function findBarredFocus(): HTMLElement | undefined {
  return last
}

/**
 * A button is barred while it sends, and the browser takes the focus from what is barred: it gets the focus back when it
 * is free again, or the field of its form that was refused does. Whoever goes on by key or pointer meanwhile is left
 * alone, and dialogs look after themselves (`useKeptFocus`).
 */
export function returnBarredFocus(page: Document): void {
  page.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement && target.closest('[role="dialog"]') === null ? target : undefined
  })
  page.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Node && last?.contains(target) !== true) last = undefined
    },
    { capture: true },
  )
  const observer = new MutationObserver((changes) => {
    const isFree = last?.isConnected === true && !last.matches(':disabled')
    if (!isFree || !changes.some(({ target }) => target === last)) return
    if (page.activeElement !== null && page.activeElement !== page.body) return
    const refused = last?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const wanted = refused ?? last
    wanted?.focus()
  })
  observer.observe(page.body, { subtree: true, attributeFilter: ['disabled'] })
}
