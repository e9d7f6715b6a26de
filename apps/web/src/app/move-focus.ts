/**
 * After a change of page: takes the focus from the link that led here, or from nothing, to the content of the page, so
 * that keys and screen readers go on there. Where the page itself has placed the focus, it stays.
 */
export function moveFocusToPage(page: Document): void {
  const main = page.querySelector('main')
  const active = page.activeElement
  if (main === null || (active !== null && active !== page.body && !isLinkOutside(active, main))) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

function isLinkOutside(element: Element, main: Element): boolean {
  return element.matches('a') && !main.contains(element)
}
