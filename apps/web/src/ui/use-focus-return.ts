import { useEffect } from 'react'
import { findBarredFocus } from './return-barred-focus.ts'

/** Gives the focus back to what had it when a dialog opened, also when the dialog is simply taken away. */
export function useFocusReturn(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const { activeElement, body } = document
    // What a button sent for opens the dialog while the button is barred, without the focus.
    const opener = findOpener(activeElement === body ? (findBarredFocus() ?? body) : activeElement)
    return () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
      })
    }
  }, [isOpen])
}

/** A menu is gone when one of its entries has opened a dialog: what opened the menu counts. */
function findOpener(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
}
