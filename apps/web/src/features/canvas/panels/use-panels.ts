import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { PanelStore } from '../session/panel-store.ts'
import { withPanel } from './find-open-panels.ts'
import { type PanelId, panelEntries } from './panels.ts'

const NARROW = '(max-width: 899px)'
const NONE: ReadonlySet<PanelId> = new Set()

/**
 * Opens and closes panels. Where there is little room, only one is at a time. A panel that comes back because the
 * window became wider must not take the focus, nor one that is there at first from whoever went on meanwhile:
 * `takesFocus` says no then.
 */
export function usePanels(store: PanelStore, first: ReadonlySet<PanelId>) {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
  const start = isNarrow ? NONE : first
  const chosen = useStore(store, (state) => state.open)
  const open = useMemo(() => knownOf(chosen) ?? start, [chosen, start])
  const [wasNarrow, setWasNarrow] = useState(isNarrow)
  useEffect(() => {
    if (isNarrow) setWasNarrow(true)
  }, [isNarrow])
  const takesFocus = useCallback(
    () => chosen !== undefined || (!wasNarrow && document.activeElement === document.body),
    [chosen, wasNarrow],
  )
  const show = useCallback(
    (panel: PanelId) =>
      store.setState((before) => ({
        open: isNarrow ? new Set([panel]) : withPanel(knownOf(before.open) ?? start, panel),
      })),
    [store, isNarrow, start],
  )
  const hide = useCallback(
    (panel: PanelId) => {
      store.setState((before) => ({
        open: new Set([...(before.open ?? start)].filter((other) => other !== panel)),
      }))
    },
    [store, start],
  )
  const toggle = useCallback(
    (panel: PanelId) => {
      if (open.has(panel)) hide(panel)
      else show(panel)
    },
    [open, hide, show],
  )
  return { open, isNarrow, takesFocus, show, hide, toggle }
}

function knownOf(ids: ReadonlySet<string> | undefined): ReadonlySet<PanelId> | undefined {
  return ids && new Set(panelEntries.map(({ id }) => id).filter((id) => ids.has(id)))
}
