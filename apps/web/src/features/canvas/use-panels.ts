import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useState } from 'react'

/** The panels around the canvas. */
export type PanelName = 'palette' | 'problems' | 'chat' | 'steps'

const NARROW = '(max-width: 899px)'
const WIDE = '(min-width: 1200px)'

/** Which panels are open: `first` where there is room for them. Where there is little, only one is at a time. */
export function usePanels(first: readonly PanelName[]) {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
  const [open, setOpen] = useState<ReadonlySet<PanelName>>(
    () => new Set(matchMedia(WIDE).matches ? first : []),
  )
  const show = useCallback(
    (panel: PanelName) => setOpen((before) => new Set(isNarrow ? [panel] : withRoomFor(before, panel))),
    [isNarrow],
  )
  const hide = useCallback(
    (panel: PanelName) => setOpen((before) => new Set([...before].filter((other) => other !== panel))),
    [],
  )
  const toggle = useCallback(
    (panel: PanelName) => {
      if (open.has(panel)) hide(panel)
      else show(panel)
    },
    [open, hide, show],
  )
  return { open, isNarrow, show, hide, toggle }
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
