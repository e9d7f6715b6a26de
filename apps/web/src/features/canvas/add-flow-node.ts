import { errorMessage, type FindDefinition, type FlowDocument } from '@runnel/contract'
import { addNode, findNodeDefinition, indexDocument } from '@runnel/graph'
import { notify } from '../../ui/notifications/notify.ts'
import { absoluteRect } from './absolute-rect.ts'
import { changeFlow, type EditorStore, inspect } from './editor-store.ts'
import { isContainer } from './node-layout.ts'

const GRID = 20
const STEP = 40

/** Adds a node at a place of the canvas and opens its form; a rule that forbids it is said in plain words. */
export function addFlowNode(
  { editor, find }: { editor: EditorStore; find: FindDefinition },
  { type, position }: { type: string; position: { x: number; y: number } },
): void {
  const definition = find(type)
  if (definition === undefined) return
  const { document } = editor.getState()
  const container = definition.kind === 'note' ? undefined : findContainer(document, find, position)
  const origin = container ? { x: container.x, y: container.y } : { x: 0, y: 0 }
  const place = freePlace(document, { x: snap(position.x - origin.x), y: snap(position.y - origin.y) })
  const known = new Set(document.nodes.map(({ id }) => id))
  try {
    changeFlow(editor, (current) =>
      addNode(current, { definition, position: place, ...(container ? { parent: container.id } : {}) }),
    )
  } catch (error) {
    notify.warning(errorMessage(error))
    return
  }
  inspect(editor, editor.getState().document.nodes.find(({ id }) => !known.has(id))?.id)
}

function snap(value: number): number {
  return Math.round(value / GRID) * GRID
}

/** A node that is added by a click must not lie exactly on another one. */
function freePlace(document: FlowDocument, wanted: { x: number; y: number }): { x: number; y: number } {
  const isTaken = ({ x, y }: { x: number; y: number }) =>
    document.nodes.some(({ position }) => Math.abs(position.x - x) < GRID && Math.abs(position.y - y) < GRID)
  let place = wanted
  while (isTaken(place)) place = { x: place.x + STEP, y: place.y + STEP }
  return place
}

function findContainer(document: FlowDocument, find: FindDefinition, point: { x: number; y: number }) {
  const { nodes } = indexDocument(document)
  return document.nodes
    .filter(isContainer)
    .map((node) => ({ id: node.id, ...absoluteRect(node, nodes, findNodeDefinition(node, find)) }))
    .find(
      ({ x, y, width, height }) =>
        point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height,
    )
}
