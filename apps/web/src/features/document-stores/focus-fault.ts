const FAULT = '[aria-invalid="true"], .field[data-invalid]'

/**
 * Gives the focus to the first field that lacks something, once that is drawn: the one that says so itself, or what the
 * label of its frame stands for, such as the button that chooses files.
 */
export function focusFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const fault = form?.querySelector<HTMLElement>(FAULT)
    const control = fault?.querySelector('label')?.control
    const target = control ?? fault
    target?.focus()
  })
}
