import { afterDrawing, focusPlace, isFocusLost, isShown, rememberPlace } from './focus-place.ts'

interface Focus {
  element: HTMLElement
  findPlace: () => HTMLElement | undefined
  /** Whether the browser took it away; what gave the focus up by itself is not called back. */
  isTaken: boolean
}

let last: Focus | undefined

/** What had the focus when it was barred, as a button is while it sends; undefined once somebody went on elsewhere. */
export function findBarredFocus(): HTMLElement | undefined {
  return last?.element
}

/**
 * Looks after the focus of the whole page: the browser takes it from what is barred or goes away, and it would stand
 * nowhere. What is barred while it sends gets it back, or the field of its form that was refused does; where it stays
 * barred, or is gone, the focus goes to what is left around it. Whoever goes on by key or pointer meanwhile is left alone,
 * and dialogs look after themselves (`useKeptFocus`).
 */
export function keepFocus(page: Document): void {
  page.addEventListener('focusin', ({ target }) => {
    const isHere = target instanceof HTMLElement && target.closest('[role="dialog"]') === null
    last = isHere ? { element: target, findPlace: rememberPlace(target), isTaken: false } : undefined
  })
  page.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Node && last?.element.contains(target) !== true) last = undefined
    },
    { capture: true },
  )
  const look = afterDrawing(() => {
    if (last === undefined || !isFocusLost(page)) return
    last.isTaken ||= !isShown(last.element)
    if (!last.isTaken || isSending(last.element)) return
    const place = findRefused(last.element) ?? last.findPlace()
    if (place) focusPlace(place)
  })
  const note = () => {
    if (last === undefined) return
    last.isTaken ||= !last.element.isConnected || last.element.matches(':disabled')
    look()
  }
  new MutationObserver(note).observe(page.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'data-loading'],
  })
}

function isSending(element: HTMLElement): boolean {
  return element.isConnected && element.matches(':disabled[data-loading]')
}

function findRefused(element: HTMLElement): HTMLElement | null | undefined {
  const form = element.isConnected ? element.closest('form') : undefined
  return form?.querySelector<HTMLElement>('[aria-invalid="true"]')
}
