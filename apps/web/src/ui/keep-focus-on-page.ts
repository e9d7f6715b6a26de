/**
 * After a deletion that took the focus with it: the focus goes to the content of the page, so that keys and screen
 * readers go on there.
 */
export function keepFocusOnPage(): void {
  requestAnimationFrame(() => {
    const active = document.activeElement
    if (active === null || active === document.body)
      document.querySelector('main')?.focus({ preventScroll: true })
  })
}
