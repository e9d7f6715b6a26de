import { useMemo, useState } from 'react'
import { chooseDefinitions } from '../../palette/choose-definitions.ts'
import { Palette } from '../../palette/palette.tsx'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import type { PanelProps } from './panel-entry.ts'
import { usePanelHost } from './panel-host.ts'

/** The types of nodes that this kind of flow can have. */
export function PalettePanel({ onClose }: PanelProps) {
  const { definitions } = useCanvasSession()
  const host = usePanelHost()
  // The question of the first time: a later one would take the focus again.
  const [takesFocus] = useState(() => host.takesFocus)
  // A text, because a selector must return the same value for the same state: most changes leave the choice as it is.
  const names = useEditor(({ head, document }) =>
    chooseDefinitions(definitions, { type: head.type, nodes: document.nodes })
      .map(({ name }) => name)
      .join(' '),
  )
  const offered = useMemo(() => {
    const chosen = new Set(names.split(' '))
    return definitions.filter(({ name }) => chosen.has(name))
  }, [definitions, names])
  return <Palette definitions={offered} takesFocus={takesFocus} onAdd={host.addNode} onClose={onClose} />
}
