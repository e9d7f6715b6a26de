import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'

/** The panels around the canvas. */
export type PanelName = 'palette' | 'problems' | 'chat' | 'steps'

/** Which panels are open; undefined until the editor is first drawn. Outlives the change of address at the first save. */
export type PanelStore = StoreApi<{ open: ReadonlySet<PanelName> | undefined }>

const NARROW = '(max-width: 899px)'
const NONE: ReadonlySet<PanelName> = new Set()

/**
 * Opens and closes panels. Where there is little room, only one is at a time. A panel that comes back because the
 * window became wider must not take the focus: `takesFocus` is false then.
 */
export function usePanels(store: PanelStore, first: ReadonlySet<PanelName>) {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
  const start = isNarrow ? NONE : first
  const chosen = useStore(store, (state) => state.open)
  const open = chosen ?? start
  const [isNew, setIsNew] = useState(true)
  useEffect(() => setIsNew(false), [])
  const show = useCallback(
    (panel: PanelName) =>
      store.setState((before) => ({
        open: new Set(isNarrow ? [panel] : withRoomFor(before.open ?? start, panel)),
      })),
    [store, isNarrow, start],
  )
  const hide = useCallback(
    (panel: PanelName) =>
      store.setState((before) => ({
        open: new Set([...(before.open ?? start)].filter((other) => other !== panel)),
      })),
    [store, start],
  )
  const toggle = useCallback(
    (panel: PanelName) => {
      if (open.has(panel)) hide(panel)
      else show(panel)
    },
    [open, hide, show],
  )
  return { open, isNarrow, takesFocus: isNew || chosen !== undefined, show, hide, toggle }
}

/** Palette and problems share the left side; the chat wants the room of the palette for the canvas. */
const rivals: Record<PanelName, readonly PanelName[]> = {
  palette: ['problems'],
  problems: ['palette'],
  chat: ['palette'],
  steps: [],
}

function withRoomFor(open: ReadonlySet<PanelName>, panel: PanelName): PanelName[] {
  return [...[...open].filter((other) => !rivals[panel].includes(other)), panel]
}
