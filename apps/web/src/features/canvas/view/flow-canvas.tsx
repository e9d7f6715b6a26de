import { ControlButton, Controls, ReactFlow, useStore as useFlowStore, useReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useMantineColorScheme } from '@mantine/core'
import { IconLayoutDistributeHorizontal, IconListSearch } from '@tabler/icons-react'
import { type DragEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DRAGGED_NODE_TYPE } from '../../palette/dragged-node-type.ts'
import { tidyFlow } from '../editing/tidy-flow.ts'
import { ZOOM } from '../layout/view-bounds.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { CanvasDots } from './canvas-dots.tsx'
import { canvasLabels } from './canvas-labels.ts'
import { ContainerCard } from './container-card.tsx'
import { createFlowDrawer } from './draw-flow.ts'
import { FlowEdgeLine } from './flow-edge.tsx'
import { NodeCard } from './node-card.tsx'
import { NoteCard } from './note-card.tsx'
import { useCanvasChanges } from './use-canvas-changes.ts'
import { useConnecting } from './use-connecting.ts'
import { useFirstView } from './use-first-view.ts'
import './flow-canvas.css'

const nodeTypes = { card: NodeCard, note: NoteCard, container: ContainerCard }
const edgeTypes = { flow: FlowEdgeLine }
const REDUCED_BELOW = 0.5
const FAR_BELOW = 0.25

interface FlowCanvasProps {
  /** Undefined where nothing may be dropped. */
  onDropType?: (type: string, position: { x: number; y: number }) => void
  /** Undefined where nobody can be asked which node to go to. */
  onFind?: () => void
}

/** The drawing of the flow. It holds no state of its own: nodes and edges are derived, changes become edits. */
export function FlowCanvas({ onDropType, onFind }: FlowCanvasProps) {
  const { t } = useTranslation('canvas')
  const { editor, find } = useCanvasSession()
  const { colorScheme } = useMantineColorScheme()
  const { screenToFlowPosition } = useReactFlow()
  const drawer = useMemo(() => createFlowDrawer(find), [find])
  const document = useEditor((state) => state.document)
  const selection = useEditor((state) => state.selection)
  const dragged = useEditor((state) => state.dragged)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const isReduced = useFlowStore((state) => state.transform[2] < REDUCED_BELOW)
  const isFar = useFlowStore((state) => state.transform[2] < FAR_BELOW)
  const nodes = useMemo(
    () => drawer.nodes({ document, selection, dragged, isReadOnly }),
    [drawer, document, selection, dragged, isReadOnly],
  )
  const edges = useMemo(() => drawer.edges({ document, selection }), [drawer, document, selection])
  const changes = useCanvasChanges()
  const connecting = useConnecting()
  const labels = useMemo(() => canvasLabels(t), [t])
  const { viewport } = editor.getState()
  const showFirst = useFirstView(REDUCED_BELOW)
  const drop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(DRAGGED_NODE_TYPE)
    if (type === '' || onDropType === undefined) return
    event.preventDefault()
    onDropType(type, screenToFlowPosition({ x: event.clientX, y: event.clientY }))
  }
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      {...changes}
      {...connecting}
      {...(viewport
        ? { defaultViewport: viewport }
        : { fitView: true, fitViewOptions: { maxZoom: 1, padding: 0.2 } })}
      onInit={showFirst}
      onDrop={drop}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED_NODE_TYPE)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      }}
      onlyRenderVisibleElements
      elevateNodesOnSelect={false}
      nodesDraggable={!isReadOnly}
      nodesConnectable={!isReadOnly}
      deleteKeyCode={null}
      minZoom={ZOOM.least}
      maxZoom={ZOOM.most}
      colorMode={colorScheme === 'auto' ? 'system' : colorScheme}
      data-reduced={isReduced}
      data-far={isFar}
      aria-label={t('canvas')}
      ariaLabelConfig={labels}
    >
      <CanvasDots />
      <Controls showInteractive={false} position="bottom-right" aria-label={t('controls.title')}>
        {onFind ? (
          <ControlButton
            className="controls-find"
            title={t('finder.title')}
            aria-label={t('finder.title')}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={onFind}
          >
            <IconListSearch stroke={1.8} />
          </ControlButton>
        ) : null}
        {isReadOnly ? null : (
          <ControlButton
            className="controls-find"
            title={t('tidy.title')}
            aria-label={t('tidy.title')}
            onClick={() => tidyFlow({ editor, find })}
          >
            <IconLayoutDistributeHorizontal stroke={1.8} />
          </ControlButton>
        )}
      </Controls>
    </ReactFlow>
  )
}
