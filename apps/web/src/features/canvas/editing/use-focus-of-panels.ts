import { useLayoutEffect, useRef } from 'react'
import { focusPanelButton } from './focus-places.ts'

/** When a panel closes over the focus, it goes to what opens the panel again. */
export function useFocusOfPanels(open: ReadonlySet<string>): void {
  const before = useRef(open)
  useLayoutEffect(() => {
    const closed = [...before.current].find((panel) => !open.has(panel))
    before.current = open
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (closed !== undefined && isLost) focusPanelButton(closed)
  }, [open])
}
