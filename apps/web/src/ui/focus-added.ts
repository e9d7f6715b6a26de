import { focusPlace } from './focus-place.ts'

/** What can be filled in, but for what only opens or removes it. */
const FIELDS = ':is(input, textarea, select, [role="textbox"]):not([type="hidden"], :disabled)'

/**
 * Who adds something to a list goes on in it: the first field of its last entry gets the focus, once that is drawn, and
 * comes into view. The entries are children of the list.
 */
export function focusAdded(list: Element | null | undefined, entries: string): void {
  requestAnimationFrame(() => {
    const added = [...(list?.querySelectorAll(`:scope > ${entries}`) ?? [])].at(-1)
    const field = added?.querySelector<HTMLElement>(FIELDS)
    if (field) focusPlace(field)
  })
}
