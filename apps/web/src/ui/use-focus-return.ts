import { useEffect } from 'react'
import { findBarredFocus } from './return-barred-focus.ts'

/** What opened a dialog may be drawn anew some frames after it closed; a second is more than it needs. */
const MOST_FRAMES = 60

/**
 * Gives the focus back to what had it when a dialog opened, also when the dialog is simply taken away. Where what the
 * dialog did has replaced its opener, the heading of the section in which that stood gets it, or the content of the page.
 */
export function useFocusReturn(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const { activeElement, body } = document
    // What a button sent for opens the dialog while the button is barred, without the focus.
    const opener = findOpener(activeElement === body ? (findBarredFocus() ?? body) : activeElement)
    const around = opener === body ? [] : placesAround(opener)
    return () => giveBack(opener, around)
  }, [isOpen])
}

/** Looks after the focus until its place is settled; whoever goes on by key or pointer is left alone. */
function giveBack(opener: Element | null, around: readonly HTMLElement[]): void {
  const waiting = new AbortController()
  for (const type of ['keydown', 'pointerdown'])
    window.addEventListener(type, () => waiting.abort(), { capture: true, signal: waiting.signal })
  const look = (framesLeft: number) =>
    requestAnimationFrame(() => {
      if (waiting.signal.aborted) return
      if (hasNoFocus()) findPlace(opener, around)?.focus({ preventScroll: true })
      if (framesLeft === 0) waiting.abort()
      else look(framesLeft - 1)
    })
  look(MOST_FRAMES)
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** The opener, or what is left around it; nothing outside of a dialog that has come meanwhile. */
function findPlace(opener: Element | null, around: readonly HTMLElement[]): HTMLElement | undefined {
  const isOpener = opener instanceof HTMLElement && opener.isConnected
  const place = isOpener ? opener : around.find(({ isConnected }) => isConnected)
  const dialog = document.querySelector('[role="dialog"][aria-modal="true"]')
  return dialog === null || dialog.contains(place ?? null) ? place : undefined
}

/** The headings of the sections around an element, and the content of the page: inner ones first. */
function placesAround(element: Element | null): HTMLElement[] {
  const places: HTMLElement[] = []
  for (let at = element?.closest('section'); at; at = at.parentElement?.closest('section')) {
    const heading = at.querySelector<HTMLElement>('h1, h2, h3')
    if (heading === null) continue
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    places.push(heading)
  }
  const content = document.querySelector<HTMLElement>('main')
  return content === null ? places : [...places, content]
}

/** A menu is gone when one of its entries has opened a dialog: what opened the menu counts. */
function findOpener(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
}
