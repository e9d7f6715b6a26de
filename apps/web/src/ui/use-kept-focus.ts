import { type RefObject, useEffect } from 'react'

/** Where the focus of a dialog goes when what had it is gone: the first of these that is there. */
const NEXT = ['[data-autofocus]', 'form :is(input, textarea, select)', '.dialog-title']

/**
 * Keeps the focus inside of a dialog whose content changes: when the element that had it is gone, the first field of
 * what came in its place gets it, or the title; when it was only barred for a while, as a button is while it sends, it
 * gets the focus back, or the field that was refused. Whoever goes on by key or pointer meanwhile is left alone.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = content.current?.closest<HTMLElement>('[role="dialog"]')
    if (!dialog) return
    let last: HTMLElement | undefined
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last = target
    }
    const forget = ({ target }: PointerEvent) => {
      if (target instanceof Node && last !== undefined && !last.contains(target)) last = undefined
    }
    const look = () => {
      if (last === undefined || !hasNoFocus()) return
      const wanted = last.isConnected && isShown(last) ? returnTo(dialog, last) : findNext(dialog)
      wanted?.focus()
    }
    const observer = new MutationObserver(look)
    dialog.addEventListener('focusin', remember)
    window.addEventListener('pointerdown', forget, { capture: true })
    observer.observe(dialog, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'data-disabled'],
    })
    return () => {
      observer.disconnect()
      dialog.removeEventListener('focusin', remember)
      window.removeEventListener('pointerdown', forget, { capture: true })
    }
  }, [content])
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}

function findNext(dialog: HTMLElement): HTMLElement | undefined {
  for (const place of NEXT) {
    const found = [...dialog.querySelectorAll<HTMLElement>(place)].find(
      (each) => isShown(each) && !each.matches(':disabled'),
    )
    if (found) return found
  }
  return undefined
}

/** What was barred gets the focus when it is free again. */
function returnTo(dialog: HTMLElement, last: HTMLElement): HTMLElement | undefined {
  if (last.matches(':disabled')) return undefined
  return dialog.querySelector<HTMLElement>('[aria-invalid="true"]') ?? last
}
