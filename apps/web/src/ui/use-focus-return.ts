import { useEffect } from 'react'

/** Gives the focus back to what had it when a dialog opened, also when the dialog is simply taken away. */
export function useFocusReturn(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const opener = findOpener(document.activeElement)
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
