/** What a page does once its person is signed in again. */
type GoOn = () => void

const held = new Set<GoOn>()

/**
 * A page with work on it stays where it is when the session ends: the person signs in again in place, and `goOn` is
 * called then. Call the result when the page is left.
 */
export function holdPage(goOn: GoOn): () => void {
  held.add(goOn)
  return () => void held.delete(goOn)
}

/** Whether a page is to stay when the session ends. */
export function isPageHeld(): boolean {
  return held.size > 0
}

/** The session is back. */
export function goOnWithPages(): void {
  for (const goOn of held) goOn()
}
