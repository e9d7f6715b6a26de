import { type RefObject, useEffect } from 'react'
import { afterDrawing, isFocusLost, isShown } from './focus-place.ts'

/** Where the focus of a dialog goes when what had it is gone: the first of these that is there. */
const NEXT = ['[data-autofocus]', 'form :is(input, textarea, select)', '.dialog-title']

/**
 * Keeps the focus inside of a dialog whose content changes: when the element that had it is gone, the first field of
 * what came in its place gets it, or the title; when it was only barred for a while, as a button is while it sends, or
 * hidden, as everything is that waits for its words, it gets the focus back, or the field that was refused. Whoever goes on
 * by key or pointer meanwhile is left alone.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = content.current?.closest<HTMLElement>('[role="dialog"]')
    if (!dialog) return
    let last: HTMLElement | undefined
    let hidden: { element: HTMLElement; standIn: HTMLElement | undefined } | undefined
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      last = target
      if (target !== hidden?.standIn) hidden = undefined
    }
    const forget = ({ target }: PointerEvent) => {
      if (target instanceof Node && last !== undefined && !last.contains(target)) last = undefined
      hidden = undefined
    }
    const showAgain = () => {
      if (hidden === undefined || !isShown(hidden.element)) return
      const { element } = hidden
      hidden = undefined
      element.focus()
    }
    const standIn = (lost: HTMLElement) => {
      const next = findNext(dialog)
      hidden = lost.isConnected ? { element: lost, standIn: next } : undefined
      next?.focus()
    }
    const look = afterDrawing(() => {
      showAgain()
      if (last === undefined || !isFocusLost(document)) return
      if (isShown(last)) giveBack(dialog, last)
      else standIn(last)
    })
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

function findNext(dialog: HTMLElement): HTMLElement | undefined {
  for (const place of NEXT) {
    const found = [...dialog.querySelectorAll<HTMLElement>(place)].find(
      (each) => isShown(each) && !each.matches(':disabled'),
    )
    if (found) return found
  }
  return undefined
}

/** What was barred gets the focus when it is free again, or the field that was refused, which is scrolled to. */
function giveBack(dialog: HTMLElement, last: HTMLElement): void {
  if (last.matches(':disabled')) return
  const refused = dialog.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (refused) refused.focus()
  // Its person sees it: what came into view meanwhile, as why it was refused, stays there.
  else last.focus({ preventScroll: true })
}
