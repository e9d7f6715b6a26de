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
  const [takesFocus] = useState(host.takesFocus)
  const type = useEditor(({ head }) => head.type)
  const nodes = useEditor(({ document }) => document.nodes)
  const offered = useMemo(() => chooseDefinitions(definitions, { type, nodes }), [definitions, type, nodes])
  return <Palette definitions={offered} takesFocus={takesFocus} onAdd={host.addNode} onClose={onClose} />
}
