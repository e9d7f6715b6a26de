import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { findStartForm } from '../../chat/start-form.ts'
import { CanvasDialogs } from '../dialogs/canvas-dialogs.tsx'
import { useCanvasQuestions } from '../dialogs/use-canvas-questions.ts'
import { addFlowNode, placeForNew } from '../editing/add-flow-node.ts'
import { handleKeyInside } from '../editing/canvas-keys.ts'
import { useFocusOfPanels } from '../editing/use-focus-of-panels.ts'
import { useUnfocusedKeys } from '../editing/use-unfocused-keys.ts'
import { CanvasHeader } from '../header/canvas-header.tsx'
import { findFirstPanels } from '../panels/find-open-panels.ts'
import { PanelDock } from '../panels/panel-dock.tsx'
import { PanelHostContext } from '../panels/panel-host.ts'
import { type PanelId, panelEntries } from '../panels/panels.ts'
import { usePanels } from '../panels/use-panels.ts'
import { ConflictDialog } from '../saving/conflict-dialog.tsx'
import { useLeaveGuard } from '../saving/use-leave-guard.ts'
import { useSaving } from '../saving/use-saving.ts'
import {
  type CanvasSession,
  CanvasSessionContext,
  useCanvasSession,
  useEditor,
} from '../session/canvas-session.ts'
import { inspect } from '../session/editor-store.ts'
import { useProblems } from '../session/use-problems.ts'
import { useRepairs } from '../session/use-repairs.ts'
import { useSessionLife } from '../session/use-session-life.ts'
import { EmptyCanvas } from '../view/empty-canvas.tsx'
import { FlowCanvas } from '../view/flow-canvas.tsx'
import { useKeepInView } from '../view/use-keep-in-view.ts'
import { useShowNode, useUncoverInspected } from '../view/use-show-node.ts'
import './canvas-editor.css'
import '../session/canvas-texts.ts'

const ApiDialog = lazyPart(async () => (await import('../api/api-dialog.tsx')).ApiDialog, {
  onFailed: ({ onClose }) => onClose(),
})

const NO_PANELS: ReadonlySet<PanelId> = new Set()
const FIRST_PANELS = findFirstPanels()

const LITTLE_ROOM = '(max-width: 1199px)'
/** A new agent flow begins with its start node. */
const NODES_OF_NEW_FLOW = 1

/** The first panels are not open where they would lie over a flow that is already drawn. */
function choosePanels(isReadOnly: boolean, nodeCount: number): ReadonlySet<PanelId> {
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
  const { editor, find, chat, panels: panelStore } = useCanvasSession()
  const [isApiOpen, setIsApiOpen] = useState(false)
  // Not the document: nothing of the frame is to be drawn anew with every key.
  const isEmpty = useEditor((state) => state.document.nodes.length === 0)
  const head = useEditor((state) => state.head)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const isBusy = useStore(chat.store, ({ phase }) => phase !== 'idle')
  const [firstPanels] = useState(() => choosePanels(isReadOnly, editor.getState().document.nodes.length))
  const panels = usePanels(panelStore, firstPanels)
  const problems = useProblems()
  const { repairs, dismiss } = useRepairs(problems)
  const saving = useSaving()
  const showNode = useShowNode(panels.isNarrow ? () => panels.hide('chat') : undefined)
  const ground = useRef<HTMLDivElement>(null)
  const { screenToFlowPosition } = useReactFlow()
  useLeaveGuard()
  const { question, close, onFind, onConnect } = useCanvasQuestions()
  useUncoverInspected(ground)
  const keepInView = useKeepInView(ground)
  useFocusOfPanels(panels.open)
  const { show, isNarrow } = panels
  useEffect(() => {
    if (!isBusy || isNarrow) return
    keepInView()
    show('steps')
  }, [isBusy, isNarrow, show, keepInView])
  const toggle = (panel: PanelId) => {
    keepInView()
    // Where one panel covers all, a form would lie over the panel that was asked for.
    if (isNarrow) inspect(editor, undefined)
    panels.toggle(panel)
  }
  const onPanelKey = (key: string) => {
    const entry = panelEntries.find((each) => each.key === key && (each.isThere?.(editor.getState()) ?? true))
    if (entry) toggle(entry.id)
    return entry !== undefined
  }
  const keys = { editor, find, onFind, onConnect, onPanelKey }
  useUnfocusedKeys(keys)
  const addAtCentre = (type: string) => {
    const box = ground.current?.getBoundingClientRect()
    const middle = {
      x: (box?.left ?? 0) + (box?.width ?? 0) / 2,
      y: (box?.top ?? 0) + (box?.height ?? 0) / 3,
    }
    const position = placeForNew({ editor, find }, screenToFlowPosition(middle))
    // Its form opens, and with it the view moves to it by as little as is needed.
    addFlowNode({ editor, find }, { type, position })
    if (panels.isNarrow) panels.hide('palette')
  }
  const host = {
    problems,
    repairs,
    dismissRepairs: dismiss,
    takesFocus: panels.takesFocus,
    addNode: addAtCentre,
    showNode,
  }
  const dock = { open: panels.open, onClose: panels.hide }
  return (
    <div className="canvas-page">
      <CanvasHeader
        facts={{ problems: problems.length, repairs: repairs.length }}
        openPanels={panels.open}
        onToggle={toggle}
        onShowApi={() => setIsApiOpen(true)}
        onSave={saving.save}
      />
      <PanelHostContext value={host}>
        <main className="canvas-body" tabIndex={-1} onKeyDown={(event) => handleKeyInside(event, keys)}>
          <PanelDock side="left" {...dock} />
          <div className="canvas-middle">
            <div className="canvas-ground" ref={ground}>
              <FlowCanvas
                onDropType={(type, position) => addFlowNode({ editor, find }, { type, position })}
                onFind={onFind}
              />
              {isEmpty ? <EmptyCanvas onAdd={() => panels.show('palette')} /> : null}
            </div>
            <PanelDock side="below" {...dock} />
          </div>
          <PanelDock side="right" {...dock} />
        </main>
      </PanelHostContext>
      {isApiOpen && head.id !== undefined ? (
        <ApiDialog
          flowId={head.id}
          form={findStartForm(editor.getState().document, find)}
          onClose={() => setIsApiOpen(false)}
        />
      ) : null}
      <CanvasDialogs question={question} onClose={close} />
      <ConflictDialog onOverwrite={saving.overwrite} onTakeTheirs={saving.takeTheirs} />
    </div>
  )
}
