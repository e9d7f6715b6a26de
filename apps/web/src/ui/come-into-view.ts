/**
 * Brings something into view; nothing moves where it is seen already. As the `ref` of what says why something was refused
 * it does so when that appears, as in a long form it stands far from the button that was pressed.
 */
export function comeIntoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest' })
}
