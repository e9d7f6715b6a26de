import type { FindDefinition, FlowDocument } from '@runnel/contract'
import { addNode, anchorsOf, findNodeDefinition, isAgentFlowNode } from '@runnel/graph'
import i18next from 'i18next'
import { notify } from '../../../ui/notifications/notify.ts'
import { type CardRect, cardRects } from '../layout/card-rects.ts'
import { CARD } from '../layout/node-layout.ts'
import { changeFlow, type EditorStore, inspectNew } from '../session/editor-store.ts'
import { findStart, tellOneStart } from './one-start.ts'

const GRID = 20
const SPACING = 80
const USUAL_HEIGHT = 140

interface AddContext {
  editor: EditorStore
  find: FindDefinition
}

interface Point {
  x: number
  y: number
}

/**
 * Where a node that was not dragged goes: behind the one whose form is open (below it, where nothing can follow), in
 * agent flows else behind the last one, else to a place in the view.
 */
export function placeForNew({ editor, find }: AddContext, middle: Point): Point {
  const { document, inspected, head } = editor.getState()
  const rects = cardRects(document, find)
  const last = head.type === 'AGENTFLOW' ? rects.at(-1) : undefined
  const before = rects.find(({ id }) => id === inspected) ?? last
  if (before) return freePlace(rects, placeBeside(before, isEnd(document, find, before.id)))
  return freePlace(rects, { x: middle.x - CARD.width / 2, y: middle.y })
}

/** Behind a card, or below one that nothing can follow. */
function placeBeside({ x, y, width, height }: CardRect, end: boolean): Point {
  return end ? { x, y: y + height + SPACING } : { x: x + width + SPACING, y }
}

function isEnd(document: FlowDocument, find: FindDefinition, id: string): boolean {
  const node = document.nodes.find((candidate) => candidate.id === id)
  const definition = node && findNodeDefinition(node, find)
  if (node === undefined || definition === undefined || !isAgentFlowNode(definition)) return false
  return anchorsOf(node, definition).outputs.length === 0
}

/** The first place from the wanted one downwards where a card keeps its distance from all others. */
function freePlace(rects: readonly CardRect[], { x, y: from }: Point): Point {
  const covers = (rect: CardRect, y: number) =>
    rect.x < x + CARD.width + GRID &&
    x < rect.x + rect.width + GRID &&
    rect.y < y + USUAL_HEIGHT + GRID &&
    y < rect.y + rect.height + SPACING
  let y = from
  for (;;) {
    const rect = rects.find((other) => covers(other, y))
    if (!rect) return { x, y }
    y = rect.y + rect.height + SPACING
  }
}

/**
 * Adds a node at a place of the canvas, inside the container that lies there, and opens its form. Gives its id; a
 * rule that forbids it is said in plain words.
 */
export function addFlowNode(
  { editor, find }: AddContext,
  { type, position }: { type: string; position: Point },
): string | undefined {
  const definition = find(type)
  if (definition === undefined) return undefined
  const { document } = editor.getState()
  const container = definition.kind === 'note' ? undefined : findContainer(document, find, position)
  if (definition.kind === 'trigger') {
    if (findStart(document.nodes, find) !== undefined) {
      tellOneStart()
      return undefined
    }
    if (container !== undefined) {
      notify.warning(i18next.t('start.inside', { ns: 'canvas', start: definition.label }))
      return undefined
    }
  }
  const place = { x: snap(position.x - (container?.x ?? 0)), y: snap(position.y - (container?.y ?? 0)) }
  const known = new Set(document.nodes.map(({ id }) => id))
  changeFlow(editor, (current) =>
    addNode(current, { definition, position: place, ...(container ? { parent: container.id } : {}) }),
  )
  const added = editor.getState().document.nodes.find(({ id }) => !known.has(id))?.id
  if (added !== undefined) inspectNew(editor, added)
  return added
}

function snap(value: number): number {
  return Math.round(value / GRID) * GRID
}

function findContainer(document: FlowDocument, find: FindDefinition, point: Point): CardRect | undefined {
  return cardRects(document, find).find(
    ({ isContainer, x, y, width, height }) =>
      isContainer && point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height,
  )
}
