import { moveNodes } from '@runnel/graph'
import type { EdgeChange, NodeChange, NodeMouseHandler, OnMove } from '@xyflow/react'
import { useMemo } from 'react'
import { useCanvasSession } from '../session/canvas-session.ts'
import { changeFlow, type EditorStore, inspect, moveMark, select } from '../session/editor-store.ts'
import type { CanvasEdge, CanvasNode } from './draw-flow.ts'

/** What xyflow reports, as edits of the document and as selection. */
export function useCanvasChanges() {
  const { editor } = useCanvasSession()
  return useMemo(
    () => ({
      onNodesChange: (changes: NodeChange<CanvasNode>[]) => {
        takeSelection(editor, changes)
        takePositions(editor, changes)
      },
      onEdgesChange: (changes: EdgeChange<CanvasEdge>[]) => takeSelection(editor, changes),
      onNodeClick: ((event, { id }) => {
        if (!event.shiftKey && !event.ctrlKey && !event.metaKey) inspect(editor, id)
      }) satisfies NodeMouseHandler<CanvasNode>,
      onMoveEnd: ((_event, viewport) => editor.setState({ viewport })) satisfies OnMove,
    }),
    [editor],
  )
}

function takeSelection(
  editor: EditorStore,
  changes: (NodeChange<CanvasNode> | EdgeChange<CanvasEdge>)[],
): void {
  const selected = changes.filter((change) => change.type === 'select')
  if (selected.length === 0) return
  const selection = new Set(editor.getState().selection)
  for (const change of selected) {
    if (change.selected) selection.add(change.id)
    else selection.delete(change.id)
  }
  select(editor, selection)
}

/**
 * While a node is dragged its place is kept aside; where it is let go becomes one edit, taken back by itself. Steps of
 * the arrow keys with the same nodes are taken back together.
 */
export function takePositions(editor: EditorStore, changes: NodeChange<CanvasNode>[]): void {
  const moved = changes.filter((change) => change.type === 'position' && change.position !== undefined)
  if (moved.length === 0) return
  const places = new Map(editor.getState().dragged)
  const isDrag = places.size > 0
  let isOver = true
  for (const change of moved) {
    if (change.type !== 'position' || change.position === undefined) continue
    places.set(change.id, change.position)
    if (change.dragging) isOver = false
  }
  if (!isOver) {
    editor.setState({ dragged: places })
    return
  }
  const mark = isDrag ? undefined : moveMark(places.keys())
  changeFlow(editor, (document) => moveNodes(document, Object.fromEntries(places)), mark)
  editor.setState({ dragged: new Map() })
}
