import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ChatPanel } from '../../chat/chat-panel.tsx'
import { findStartForm } from '../../chat/start-form.ts'
import { chooseDefinitions } from '../../palette/choose-definitions.ts'
import { Palette } from '../../palette/palette.tsx'
import { ProblemsPanel } from '../../problems/problems-panel.tsx'
import { RunStrip } from '../../run-state/run-strip.tsx'
import { CanvasDialogs } from '../dialogs/canvas-dialogs.tsx'
import { useCanvasQuestions } from '../dialogs/use-canvas-questions.ts'
import { addFlowNode, placeForNew } from '../editing/add-flow-node.ts'
import { handleKeyInside } from '../editing/canvas-keys.ts'
import { useUnfocusedKeys } from '../editing/use-unfocused-keys.ts'
import { CanvasHeader } from '../header/canvas-header.tsx'
import { Inspector } from '../inspector/inspector.tsx'
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
import { type PanelName, usePanels } from '../session/use-panels.ts'
import { useProblems } from '../session/use-problems.ts'
import { useRepairs } from '../session/use-repairs.ts'
import { useSessionLife } from '../session/use-session-life.ts'
import { EmptyCanvas } from '../view/empty-canvas.tsx'
import { FlowCanvas } from '../view/flow-canvas.tsx'
import { useKeepInView } from '../view/use-keep-in-view.ts'
import { useRevealNode, useShowNode, useUncoverInspected } from '../view/use-show-node.ts'
import './canvas-editor.css'
import '../session/canvas-texts.ts'

const ApiDialog = lazy(() => import('../api/api-dialog.tsx').then((file) => ({ default: file.ApiDialog })))

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
  const { repairs, dismiss } = useRepairs(problems)
  const saving = useSaving()
  const showNode = useShowNode(panels.isNarrow ? () => panels.hide('chat') : undefined)
  const ground = useRef<HTMLDivElement>(null)
  const reveal = useRevealNode(ground)
  const { screenToFlowPosition } = useReactFlow()
  useLeaveGuard()
  const { question, close, onFind, onConnect } = useCanvasQuestions()
  const keys = { editor, find, onFind, onConnect }
  useUnfocusedKeys(keys)
  useUncoverInspected(ground)
  const keepInView = useKeepInView(ground)
  const { show, isNarrow } = panels
  useEffect(() => {
    if (!isBusy || isNarrow) return
    keepInView()
    show('steps')
  }, [isBusy, isNarrow, show, keepInView])
  const toggle = (panel: PanelName) => {
    keepInView()
    // Where one panel covers all, a form would lie over the panel that was asked for.
    if (isNarrow) inspect(editor, undefined)
    panels.toggle(panel)
  }
  const form = useMemo(() => findStartForm(document), [document])
  const offered = useMemo(
    () => chooseDefinitions(definitions, { type: head.type, nodes: document.nodes }),
    [definitions, head.type, document.nodes],
  )
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
        repairCount={repairs.length}
        openPanels={panels.open}
        onToggle={toggle}
        onShowApi={() => setIsApiOpen(true)}
        onSave={saving.save}
      />
      <main className="canvas-body" onKeyDown={(event) => handleKeyInside(event, keys)}>
        {panels.open.has('palette') ? (
          <aside className="canvas-side canvas-left" aria-label={t('palette.title')}>
            <Palette
              definitions={offered}
              takesFocus={panels.takesFocus}
              onAdd={addAtCentre}
              onClose={() => panels.hide('palette')}
            />
          </aside>
        ) : null}
        {panels.open.has('problems') ? (
          <aside className="canvas-side canvas-left" aria-label={t('problems.title')}>
            <ProblemsPanel
              problems={problems}
              repairs={repairs}
              onDismissRepairs={isReadOnly ? undefined : dismiss}
              labelOf={labelOf}
              onShowNode={showNode}
              onClose={() => panels.hide('problems')}
            />
          </aside>
        ) : null}
        <div className="canvas-middle">
          <div className="canvas-ground" ref={ground}>
            <FlowCanvas
              onDropType={(type, position) => addFlowNode({ editor, find }, { type, position })}
              onFind={onFind}
            />
            {document.nodes.length === 0 ? <EmptyCanvas onAdd={() => panels.show('palette')} /> : null}
          </div>
          {panels.open.has('steps') ? (
            <RunStrip run={run} onShowNode={showNode} onClose={() => panels.hide('steps')} />
          ) : null}
        </div>
        {isInspecting ? (
          <aside className="canvas-side canvas-right" aria-label={t('inspector.region')}>
            <Inspector problems={problems} />
          </aside>
        ) : null}
        {panels.open.has('chat') ? (
          <aside className="canvas-side canvas-right" aria-label={t('header.chat')}>
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
      <Suspense>
        {isApiOpen && head.id !== undefined ? (
          <ApiDialog flowId={head.id} form={form} onClose={() => setIsApiOpen(false)} />
        ) : null}
      </Suspense>
      <CanvasDialogs question={question} onClose={close} />
      <ConflictDialog onOverwrite={saving.overwrite} onTakeTheirs={saving.takeTheirs} />
    </div>
  )
}
