/**
 * After a submit that a form refused, the focus goes to the first field with an error. For every form of the page, so
 * that none has to think of it. Call the result to end.
 */
export function focusFirstInvalid(page: Document): () => void {
  const look = ({ target }: Event) =>
    requestAnimationFrame(() => {
      if (!(target instanceof HTMLElement)) return
      target.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    })
  page.addEventListener('submit', look, { capture: true })
  return () => page.removeEventListener('submit', look, { capture: true })
}
