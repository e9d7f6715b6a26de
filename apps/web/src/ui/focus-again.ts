/**
 * After a change that takes the button or field of the focus away: the focus goes to a field of the same form that stays.
 * Whoever went on elsewhere meanwhile is left alone.
 */
export function focusAgain(field: HTMLElement | null): void {
  const { activeElement: active, body } = document
  if (active === null || active === body || field?.closest('form')?.contains(active)) field?.focus()
}
