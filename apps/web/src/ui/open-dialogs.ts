import { useEffect, useRef } from 'react'

interface OpenDialog {
  zIndex: number
  leave: () => void
}

/** Dialogs that stand over one another, in the order in which they opened. */
const open: OpenDialog[] = []

/** The dialog in front of all others; of those at one height the one that opened last. */
function findFront(): OpenDialog | undefined {
  return open.reduce<OpenDialog | undefined>(
    (front, each) => (front === undefined || each.zIndex >= front.zIndex ? each : front),
    undefined,
  )
}

/** Escape belongs to what is in front: the dialogs behind it, and what is typed there, stay. */
function leaveFront(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return
  // An open list of choices inside of a dialog closes first.
  const isTaken =
    event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  if (!isTaken) findFront()?.leave()
}

/** Lets a dialog be left by Escape while it is the one in front. */
export function useEscape(zIndex: number, leave: () => void): void {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    const dialog = { zIndex, leave: () => latest.current() }
    if (open.push(dialog) === 1) window.addEventListener('keydown', leaveFront, { capture: true })
    return () => {
      open.splice(open.indexOf(dialog), 1)
      if (open.length === 0) window.removeEventListener('keydown', leaveFront, { capture: true })
    }
  }, [zIndex])
}
