import type { FlowDocument, FlowType, NodeDefinition } from '@runnel/contract'
import { ReactFlowProvider } from '@xyflow/react'
import { useRef, useState } from 'react'
import { handleKeyInside } from '../editing/canvas-keys.ts'
import { PanelDock } from '../panels/panel-dock.tsx'
import { PanelHostContext } from '../panels/panel-host.ts'
import type { PanelId } from '../panels/panels.ts'
import { CanvasSessionContext, useCanvasSession } from '../session/canvas-session.ts'
import { inspect } from '../session/editor-store.ts'
import { openSession } from '../session/open-session.ts'
import { FlowCanvas } from '../view/flow-canvas.tsx'
import { useUncoverInspected } from '../view/use-show-node.ts'
import '../editor/canvas-editor.css'
import '../header/canvas-header.css'
import '../session/canvas-texts.ts'

const NO_PANELS: ReadonlySet<PanelId> = new Set()
const nothing = () => {}

interface FlowPreviewProps {
  name: string
  type: FlowType
  document: FlowDocument
  definitions: readonly NodeDefinition[]
  /** What the drawing is, for those who do not see it. */
  label: string
}

/** A flow to be looked at: it is drawn as in the editor, its cards open, and nothing can be changed. */
export function FlowPreview({ name, type, document, definitions, label }: FlowPreviewProps) {
  const [session] = useState(() =>
    openSession({
      head: {
        id: undefined,
        name,
        type,
        revision: undefined,
        versionId: undefined,
        keyId: undefined,
        repairs: [],
        savedAt: undefined,
      },
      document,
      viewport: undefined,
      isReadOnly: true,
      definitions,
      userId: '',
      onCreated: nothing,
    }),
  )
  return (
    <CanvasSessionContext value={session}>
      <ReactFlowProvider>
        <PreviewFrame label={label} />
      </ReactFlowProvider>
    </CanvasSessionContext>
  )
}

function PreviewFrame({ label }: { label: string }) {
  const { editor, find } = useCanvasSession()
  const ground = useRef<HTMLDivElement>(null)
  useUncoverInspected(ground)
  const keys = { editor, find, onFind: nothing, onConnect: nothing, onPanelKey: () => false }
  const host = {
    problems: [],
    repairs: [],
    dismissRepairs: nothing,
    takesFocus: () => true,
    addNode: nothing,
    showNode: (nodeId: string) => inspect(editor, nodeId),
  }
  return (
    <PanelHostContext value={host}>
      <main
        className="canvas-body"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={(event) => handleKeyInside(event, keys)}
      >
        <div className="canvas-middle">
          <div className="canvas-ground" ref={ground}>
            <FlowCanvas />
          </div>
        </div>
        <PanelDock side="right" open={NO_PANELS} onClose={nothing} />
      </main>
    </PanelHostContext>
  )
}
