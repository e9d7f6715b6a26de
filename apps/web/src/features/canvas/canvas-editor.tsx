import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ChatPanel } from '../chat/chat-panel.tsx'
import { findStartForm } from '../chat/start-form.ts'
import { chooseDefinitions } from '../palette/choose-definitions.ts'
import { Palette } from '../palette/palette.tsx'
import { ProblemsPanel } from '../problems/problems-panel.tsx'
import { RunStrip } from '../run-state/run-strip.tsx'
import { addFlowNode, placeForNew } from './add-flow-node.ts'
import { ApiDialog } from './api-dialog.tsx'
import { CanvasHeader } from './canvas-header.tsx'
import { handleCanvasKey } from './canvas-keys.ts'
import { type CanvasSession, CanvasSessionContext, useCanvasSession, useEditor } from './canvas-session.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EmptyCanvas } from './empty-canvas.tsx'
import { FlowCanvas } from './flow-canvas.tsx'
import { Inspector } from './inspector.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { type PanelName, usePanels } from './use-panels.ts'
import { useProblems } from './use-problems.ts'
import { useSaving } from './use-saving.ts'
import { useSessionLife } from './use-session-life.ts'
import { useRevealNode, useShowNode } from './use-show-node.ts'
import { useUnfocusedKeys } from './use-unfocused-keys.ts'
import './canvas-editor.css'
import './canvas-texts.ts'

const NO_PANELS: ReadonlySet<PanelName> = new Set()
const FIRST_PANELS: ReadonlySet<PanelName> = new Set(['palette'])

const LITTLE_ROOM = '(max-width: 1199px)'
/** A new agent flow begins with its start node. */
const NODES_OF_NEW_FLOW = 1

/** The list of nodes is open at first, but where it would lie over a flow that is already drawn. */
function choosePanels(isReadOnly: boolean, nodeCount: number): ReadonlySet<PanelName> {
  const coversFlow = nodeCount > NODES_OF_NEW_FLOW && window.matchMedia(LITTLE_ROOM).matches
  return isReadOnly || coversFlow ? NO_PANELS : FIRST_PANELS
}

/** The editor of one open flow. */
export function CanvasEditor({ session }: { session: CanvasSession }) {
  useSessionLife(session)
  return (
    <CanvasSessionContext value={session}>
      <ReactFlowProvider>
        <EditorFrame />
      </ReactFlowProvider>
    </CanvasSessionContext>
  )
}

function EditorFrame() {
  const { t } = useTranslation('canvas')
  const { editor, find, run, chat, definitions, panels: panelStore } = useCanvasSession()
  const [isApiOpen, setIsApiOpen] = useState(false)
  const document = useEditor((state) => state.document)
  const head = useEditor((state) => state.head)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const isInspecting = useEditor(({ inspected }) => inspected !== undefined)
  const isBusy = useStore(chat.store, ({ phase }) => phase !== 'idle')
  const [firstPanels] = useState(() => choosePanels(isReadOnly, document.nodes.length))
  const panels = usePanels(panelStore, firstPanels)
  const problems = useProblems()
  const saving = useSaving()
  const showNode = useShowNode(panels.isNarrow ? () => panels.hide('chat') : undefined)
  const ground = useRef<HTMLDivElement>(null)
  const reveal = useRevealNode(ground)
  const { screenToFlowPosition } = useReactFlow()
  useLeaveGuard()
  useUnfocusedKeys({ editor, find })
  const { show, isNarrow } = panels
  useEffect(() => {
    if (isBusy && !isNarrow) show('steps')
  }, [isBusy, isNarrow, show])
  const form = useMemo(() => findStartForm(document), [document])
  const offered = useMemo(() => chooseDefinitions(definitions, head.type), [definitions, head.type])
  const labelOf = useCallback(
    (id: string) => editor.getState().document.nodes.find((node) => node.id === id)?.label,
    [editor],
  )
  const addAtCentre = (type: string) => {
    const box = ground.current?.getBoundingClientRect()
    const middle = {
      x: (box?.left ?? 0) + (box?.width ?? 0) / 2,
      y: (box?.top ?? 0) + (box?.height ?? 0) / 3,
    }
    const position = placeForNew({ editor, find }, screenToFlowPosition(middle))
    const added = addFlowNode({ editor, find }, { type, position })
    // The form of the new node takes room from the canvas first.
    if (added !== undefined) requestAnimationFrame(() => reveal(added))
    if (panels.isNarrow) panels.hide('palette')
  }
  return (
    <div className="canvas-page">
      <CanvasHeader
        problemCount={problems.length}
        openPanels={panels.open}
        onToggle={panels.toggle}
        onShowApi={() => setIsApiOpen(true)}
        onSave={saving.save}
      />
      <main className="canvas-body" onKeyDown={(event) => handleCanvasKey(event, { editor, find })}>
        {panels.open.has('palette') ? (
          <aside className="canvas-left panel" aria-label={t('palette.title')}>
            <Palette definitions={offered} onAdd={addAtCentre} onClose={() => panels.hide('palette')} />
          </aside>
        ) : null}
        {panels.open.has('problems') ? (
          <aside className="canvas-left panel" aria-label={t('problems.title')}>
            <ProblemsPanel
              problems={problems}
              labelOf={labelOf}
              onShowNode={showNode}
              onClose={() => panels.hide('problems')}
            />
          </aside>
        ) : null}
        <div className="canvas-middle">
          <div className="canvas-ground" ref={ground}>
            <FlowCanvas onDropType={(type, position) => addFlowNode({ editor, find }, { type, position })} />
            {document.nodes.length === 0 ? <EmptyCanvas onAdd={() => panels.show('palette')} /> : null}
          </div>
          {panels.open.has('steps') ? (
            <RunStrip run={run} onShowNode={showNode} onClose={() => panels.hide('steps')} />
          ) : null}
        </div>
        {isInspecting ? (
          <aside className="canvas-right panel" aria-label={t('inspector.region')}>
            <Inspector problems={problems} />
          </aside>
        ) : null}
        {panels.open.has('chat') ? (
          <aside className="canvas-right panel" aria-label={t('header.chat')}>
            <ChatPanel
              chat={chat}
              run={run}
              form={form}
              labelOf={labelOf}
              onShowNode={showNode}
              onClose={() => panels.hide('chat')}
            />
          </aside>
        ) : null}
      </main>
      {isApiOpen && head.id !== undefined ? (
        <ApiDialog
          flowId={head.id}
          needsKey={head.needsKey}
          form={form}
          onClose={() => setIsApiOpen(false)}
        />
      ) : null}
      <ConflictDialog onOverwrite={saving.overwrite} onTakeTheirs={saving.takeTheirs} />
    </div>
  )
}
